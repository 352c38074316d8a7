package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.config.SigningKeyLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyDetails;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.key.SigningKeys;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class KeyMaintenanceTest {
    private static final Duration LIFE = Duration.ofDays(90);
    private static final Duration ROUND = Duration.ofMinutes(10);
    /** The lifetime of an access token and a day. */
    private static final Duration KEPT = Duration.ofMinutes(15).plus(Duration.ofDays(1));

    private AccountLimits limits = rotatingAfter(LIFE);
    private Installation installation = installation();

    private static AccountLimits rotatingAfter(Duration life) {
        return AccountLimits.DEFAULT.withSigningKeys(SigningKeyLimits.DEFAULT.withLife(life));
    }

    private Installation installation() {
        return new Installation(parts -> parts.signingKeyMaker(Sample::keyMaterial)
                .adminEmails(Set.of(new Email("boss@example.org")))
                .limits(Limits.DEFAULT.withAccount(limits)));
    }

    private void maintenance() {
        new SigningKeyRotation(installation.time(), Sample::keyMaterial, installation.stores(), limits).maintenance();
    }

    private void advance(Duration by) {
        installation.time().advance(by);
        maintenance();
    }

    private Caller admin() {
        return installation.bearer(installation.register("boss@example.org"));
    }

    private SigningKeys keys() {
        return installation.core().signingKeys();
    }

    private SigningKeyStore store() {
        return installation.stores().signingKeys();
    }

    @Test
    @Timeout(20)
    void the_housekeeping_of_the_core_maintains_keys() throws InterruptedException {
        store().put(Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW)));

        installation.core().start();
        while (store().all().size() < 2) {
            Thread.yield();
        }
        installation.core().close();

        assertThat(KeyLifecycle.next(store().all())).isPresent();
    }

    @Test
    void the_next_key_becomes_active_after_90_days_and_not_before() {
        List<SigningKeyDetails> before = keys().keys(admin());
        maintenance();

        advance(LIFE.minus(ROUND));
        List<SigningKey> almost = store().all();
        advance(ROUND);

        assertThat(almost).hasSize(2);
        assertThat(store().all()).hasSize(3);
        assertThat(KeyLifecycle.active(store().all()).orElseThrow().keyId())
                .isEqualTo(before.getFirst().keyId());
    }

    @Test
    void without_a_life_the_active_key_signs_for_ever() {
        limits = rotatingAfter(Duration.ZERO);
        installation = installation();
        keys().keys(admin());
        maintenance();

        advance(LIFE.multipliedBy(100));

        assertThat(store().all()).hasSize(2);
    }

    @Test
    void a_retired_key_is_removed_a_day_after_the_expiry_of_its_last_token() {
        Caller admin = admin();
        keys().keys(admin);
        keys().rotate(admin);
        maintenance();

        advance(KEPT);
        List<SigningKey> kept = store().all();
        advance(ROUND);

        assertThat(kept).hasSize(3);
        assertThat(store().all()).hasSize(2).noneMatch(key -> key.phase() instanceof KeyPhase.Retired);
    }

    @Test
    void a_key_from_before_next_keys_existed_is_replaced_after_the_next_one_was_published_for_an_hour() {
        SigningKey old = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW.minus(LIFE)));
        store().put(old);
        maintenance();

        List<SigningKey> first = store().all();
        advance(Duration.ofHours(1));

        assertThat(KeyLifecycle.active(first)).contains(old);
        assertThat(first).hasSize(2);
        assertThat(KeyLifecycle.active(store().all()).orElseThrow().keyId())
                .isEqualTo(KeyLifecycle.next(first).orElseThrow().keyId());
    }

    @Test
    void unused_keys_are_not_created() {
        maintenance();

        advance(ROUND);

        assertThat(store().all()).isEmpty();
    }

    @Test
    void only_an_admin_sees_next_active_and_retired_keys_in_that_order() {
        Caller admin = admin();
        keys().rotate(admin);
        installation.time().advance(Duration.ofSeconds(1));
        List<SigningKeyDetails> rotated = keys().rotate(admin);

        List<SigningKeyDetails> seen = keys().keys(admin);

        assertThat(seen).isEqualTo(rotated);
        assertThat(seen)
                .extracting(key -> key.phase().getClass().getSimpleName())
                .containsExactly("Next", "Active", "Retired", "Retired");
        assertThat(seen.get(2).phase()).isEqualTo(new KeyPhase.Retired(Sample.NOW, Sample.NOW.plusSeconds(1)));
        Caller member = installation.someone();
        assertThat(Refused.by(() -> keys().keys(member))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> keys().rotate(member))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> keys().rotate(Caller.anonymous())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(keys().keys(admin)).isEqualTo(seen);
    }
}
