package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.SigningKeyLimits;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyLifecycleTest {
    private static final Instant NOW = Sample.NOW.plus(Duration.ofDays(90));
    private static final Duration LIFE = Duration.ofDays(90);
    private static final Duration LEAD = Duration.ofHours(1);
    private static final SigningKeyLimits LIMITS = new SigningKeyLimits(LIFE, LEAD, Duration.ZERO);

    private final SigningKey next = Sample.signingKey(Sample.NOW).in(new KeyPhase.Next());
    private final SigningKey active = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW));
    private final SigningKey retired = Sample.signingKey(Sample.NOW);
    private final KeyMaterial made = Sample.keyMaterial();
    private final KeyMaterial alsoMade = Sample.keyMaterial();

    private static SigningKey fresh(KeyMaterial material, KeyPhase phase) {
        return new SigningKey(material, NOW, phase);
    }

    @Test
    void an_active_and_a_next_key_are_needed() {
        assertThat(KeyLifecycle.missing(List.of())).isEqualTo(2);
        assertThat(KeyLifecycle.missing(List.of(retired))).isEqualTo(2);
        assertThat(KeyLifecycle.missing(List.of(active))).isEqualTo(1);
        assertThat(KeyLifecycle.missing(List.of(next))).isEqualTo(1);
        assertThat(KeyLifecycle.missing(List.of(next, active))).isZero();
    }

    @Test
    void the_first_two_keys_are_an_active_and_a_next_one() {
        assertThat(KeyLifecycle.settled(List.of(retired), List.of(made, alsoMade), NOW))
                .containsExactly(fresh(made, new KeyPhase.Active(NOW)), fresh(alsoMade, new KeyPhase.Next()));
    }

    @Test
    void a_missing_next_key_is_added_and_the_active_one_stays() {
        assertThat(KeyLifecycle.settled(List.of(active), List.of(made), NOW))
                .containsExactly(fresh(made, new KeyPhase.Next()));
    }

    @Test
    void a_missing_active_key_is_the_one_that_was_next() {
        assertThat(KeyLifecycle.settled(List.of(next), List.of(made), NOW))
                .containsExactly(next.in(new KeyPhase.Active(NOW)), fresh(made, new KeyPhase.Next()));
    }

    @Test
    void without_missing_keys_created_keys_are_dropped() {
        assertThat(KeyLifecycle.settled(List.of(active, next), List.of(made, alsoMade), NOW))
                .isEmpty();
    }

    @Test
    void a_rotation_retires_the_active_key_before_the_next_one_becomes_active() {
        assertThat(KeyLifecycle.rotated(List.of(next, active, retired), made, NOW))
                .containsExactly(
                        active.in(new KeyPhase.Retired(Sample.NOW, NOW)),
                        next.in(new KeyPhase.Active(NOW)),
                        fresh(made, new KeyPhase.Next()));
    }

    @Test
    void a_rotation_without_a_next_key_makes_the_new_one_active() {
        assertThat(KeyLifecycle.rotated(List.of(active), made, NOW))
                .containsExactly(
                        active.in(new KeyPhase.Retired(Sample.NOW, NOW)), fresh(made, new KeyPhase.Active(NOW)));
    }

    @Test
    void a_key_is_due_at_the_end_of_its_life_and_not_before() {
        assertThat(KeyLifecycle.due(List.of(next, active), LIMITS, NOW.minusMillis(1)))
                .isEmpty();
        assertThat(KeyLifecycle.due(List.of(next, active), LIMITS, NOW)).contains(active);
    }

    @Test
    void no_key_is_ever_due_when_its_life_is_zero() {
        assertThat(KeyLifecycle.due(List.of(next, active), LIMITS.withLife(Duration.ZERO), NOW))
                .isEmpty();
    }

    @Test
    void no_key_is_due_before_the_next_one_was_published_for_its_lead() {
        SigningKey late = fresh(made, new KeyPhase.Next());

        assertThat(KeyLifecycle.due(List.of(active), LIMITS, NOW)).isEmpty();
        assertThat(KeyLifecycle.due(
                        List.of(late, active), LIMITS, NOW.plus(LEAD).minusMillis(1)))
                .isEmpty();
        assertThat(KeyLifecycle.due(List.of(late, active), LIMITS, NOW.plus(LEAD)))
                .contains(active);
    }

    @Test
    void only_keys_that_retired_before_the_retention_period_are_removed() {
        SigningKey longAgo = retired.in(new KeyPhase.Retired(Sample.NOW, NOW.minusSeconds(11)));
        SigningKey just = retired.in(new KeyPhase.Retired(Sample.NOW, NOW.minusSeconds(10)));

        assertThat(KeyLifecycle.outlived(List.of(next, active, longAgo, just), Duration.ofSeconds(10), NOW))
                .containsExactly(longAgo);
    }
}
