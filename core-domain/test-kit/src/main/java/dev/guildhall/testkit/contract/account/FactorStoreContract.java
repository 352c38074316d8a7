package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyName;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link FactorStore} does. */
public interface FactorStoreContract {
    Stores stores();

    private FactorStore factors() {
        return stores().factors();
    }

    private Factor added(UserId user) {
        Factor factor = new Factor(
                new FactorId(Sample.id("fac")),
                user,
                Optional.of("s3cret"),
                Optional.empty(),
                0,
                false,
                Sample.NOW,
                Optional.empty());
        factors().add(factor);
        return factor;
    }

    private static Factor passkey(UserId user, String credentialId, long counter) {
        Passkey passkey = new Passkey(
                new PasskeyName("Phone"),
                new Base64Url(credentialId.getBytes(StandardCharsets.UTF_8)),
                new Base64Url(new byte[] {1, 2, 3}),
                List.of("hybrid", "internal"));
        return new Factor(
                new FactorId(Sample.id("fac")),
                user,
                Optional.empty(),
                Optional.of(passkey),
                counter,
                true,
                Sample.NOW,
                Optional.empty());
    }

    @Test
    default void the_factors_of_an_account_are_found_unchanged_earliest_first_and_removed() {
        UserId user = Given.someUser(stores());
        Factor first = added(user);
        Factor second = added(user);
        added(Given.someUser(stores()));

        assertThat(factors().ofUser(user)).containsExactly(first, second);
        factors().remove(first.id());
        factors().remove(first.id());
        assertThat(factors().ofUser(user)).containsExactly(second);
    }

    @Test
    default void a_code_is_accepted_once_and_none_that_is_earlier() {
        UserId user = Given.someUser(stores());
        Factor factor = added(user);
        Instant later = Sample.NOW.plusSeconds(60);

        assertThat(factors().accept(factor.id(), 7, later)).isTrue();
        assertThat(factors().accept(factor.id(), 7, later)).isFalse();
        assertThat(factors().accept(factor.id(), 6, later)).isFalse();
        assertThat(factors().accept(new FactorId("fac_none"), 8, later)).isFalse();
        assertThat(factors().ofUser(user))
                .containsExactly(new Factor(
                        factor.id(),
                        user,
                        factor.secret(),
                        Optional.empty(),
                        7,
                        true,
                        Sample.NOW,
                        Optional.of(later)));
    }

    @Test
    default void passkeys_are_found_unchanged_and_none_is_added_twice_to_any_account() {
        UserId user = Given.someUser(stores());
        String id = Sample.id("credential");
        Factor added = passkey(user, id, 5);
        Factor other = passkey(user, Sample.id("credential"), 0);

        assertThat(factors().add(added)).isTrue();
        assertThat(factors().add(other)).isTrue();
        assertThat(factors().add(passkey(user, id, 5))).isFalse();
        assertThat(factors().add(passkey(Given.someUser(stores()), id, 5))).isFalse();
        assertThat(factors().ofUser(user)).containsExactly(added, other);
        factors().remove(added.id());
        assertThat(factors().add(passkey(user, id, 5))).isTrue();
    }

    @Test
    default void a_passkey_that_counts_must_count_on_and_one_that_does_not_is_accepted_again() {
        UserId user = Given.someUser(stores());
        Factor counting = passkey(user, Sample.id("credential"), 5);
        Factor silent = passkey(user, Sample.id("credential"), 0);
        factors().add(counting);
        factors().add(silent);

        assertThat(factors().accept(counting.id(), 5, Sample.NOW)).isFalse();
        assertThat(factors().accept(counting.id(), 0, Sample.NOW)).isFalse();
        assertThat(factors().accept(counting.id(), 6, Sample.NOW)).isTrue();
        assertThat(factors().accept(silent.id(), 0, Sample.NOW)).isTrue();
        assertThat(factors().accept(silent.id(), 0, Sample.NOW)).isTrue();
        assertThat(factors().ofUser(user))
                .containsExactly(counting.accepted(6, Sample.NOW), silent.accepted(0, Sample.NOW));
    }

    @Test
    default void a_recovery_code_is_taken_once_and_all_are_replaced() {
        UserId user = Given.someUser(stores());
        factors().setRecoveryCodes(user, List.of("a", "b", "c"));

        assertThat(factors().takeRecoveryCode(user, "a")).isTrue();
        assertThat(factors().takeRecoveryCode(user, "a")).isFalse();
        assertThat(factors().takeRecoveryCode(Given.someUser(stores()), "b")).isFalse();
        assertThat(factors().countRecoveryCodes(user)).isEqualTo(2);
        factors().setRecoveryCodes(user, List.of("d"));
        assertThat(factors().takeRecoveryCode(user, "b")).isFalse();
        assertThat(factors().countRecoveryCodes(user)).isEqualTo(1);
        factors().setRecoveryCodes(user, List.of());
        assertThat(factors().countRecoveryCodes(user)).isZero();
    }

    @Test
    default void an_erased_account_keeps_and_gets_none() {
        UserId leaving = Given.someUser(stores());
        added(leaving);
        factors().setRecoveryCodes(leaving, List.of("a", "b"));

        stores().erase(leaving);
        added(leaving);
        factors().setRecoveryCodes(leaving, List.of("a"));

        assertThat(factors().ofUser(leaving)).isEmpty();
        assertThat(factors().countRecoveryCodes(leaving)).isZero();
    }

    @Test
    default void of_several_at_once_one_uses_a_code() throws Exception {
        UserId user = Given.someUser(stores());
        Factor factor = added(user);
        factors().setRecoveryCodes(user, List.of("a"));
        Callable<Boolean> accept = () -> factors().accept(factor.id(), 3, Sample.NOW);
        Callable<Boolean> take = () -> factors().takeRecoveryCode(user, "a");

        assertThat(AtOnce.run(Collections.nCopies(8, accept))).containsOnlyOnce(true);
        assertThat(AtOnce.run(Collections.nCopies(8, take))).containsOnlyOnce(true);
    }
}
