package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link SigningKeyStore} does. */
public interface SigningKeyStoreContract {
    /** A moment after the keys were created. */
    Instant LATER = Sample.NOW.plusSeconds(60);

    Stores stores();

    private SigningKeyStore keys() {
        return stores().signingKeys();
    }

    @BeforeEach
    default void remove_data_of_previous_tests() {
        keys().all().forEach(key -> keys().remove(key.keyId()));
    }

    @Test
    default void keys_of_all_phases_are_read_unchanged_newest_first() {
        SigningKey active = Sample.signingKey(Sample.NOW.plusSeconds(1)).in(new KeyPhase.Active(LATER));
        SigningKey retired = Sample.signingKey(Sample.NOW).in(new KeyPhase.Retired(Sample.NOW.plusSeconds(2), LATER));
        SigningKey next = Sample.signingKey(Sample.NOW.plusSeconds(2)).in(new KeyPhase.Next());

        keys().put(active);
        keys().put(retired);
        keys().put(next);

        assertThat(keys().all()).containsExactly(next, active, retired);
    }

    @Test
    default void a_key_that_is_stored_again_has_its_new_phase() {
        SigningKey key = Sample.signingKey(Sample.NOW).in(new KeyPhase.Next());
        keys().put(key);

        keys().put(key.in(new KeyPhase.Active(LATER)));
        List<SigningKey> active = keys().all();
        keys().put(key.in(new KeyPhase.Retired(LATER, LATER.plusSeconds(1))));

        assertThat(active).containsExactly(key.in(new KeyPhase.Active(LATER)));
        assertThat(keys().all()).containsExactly(key.in(new KeyPhase.Retired(LATER, LATER.plusSeconds(1))));
    }

    @Test
    default void a_removed_key_is_not_found_and_a_second_removal_changes_nothing() {
        SigningKey kept = Sample.signingKey(Sample.NOW);
        SigningKey removed = Sample.signingKey(Sample.NOW);
        keys().put(kept);
        keys().put(removed);

        keys().remove(removed.keyId());
        keys().remove(removed.keyId());

        assertThat(keys().all()).containsExactly(kept);
    }

    @Test
    default void a_change_that_fails_halfway_changes_nothing() {
        SigningKey active = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW));
        SigningKey old = Sample.signingKey(Sample.NOW.minusSeconds(1));
        keys().put(active);
        keys().put(old);

        assertThatThrownBy(() -> stores().transactions().run(() -> {
                    keys().lock();
                    keys().put(active.in(new KeyPhase.Retired(Sample.NOW, LATER)));
                    keys().put(Sample.signingKey(LATER).in(new KeyPhase.Active(LATER)));
                    keys().remove(old.keyId());
                    throw new IllegalStateException("halfway");
                }))
                .hasMessageContaining("halfway");

        assertThat(keys().all()).containsExactly(active, old);
    }

    @RepeatedTest(5)
    default void a_caller_that_locks_the_keys_reads_the_previous_change_also_without_any_key() throws Exception {
        Callable<Integer> change = () -> stores().transactions().inTransaction(() -> {
            int seen = keys().lock().size();
            keys().put(Sample.signingKey(Sample.NOW));
            return seen;
        });

        assertThat(AtOnce.run(Collections.nCopies(6, change))).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }

    @RepeatedTest(5)
    default void of_many_that_replace_the_active_key_under_the_lock_one_does() throws Exception {
        SigningKey first = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW));
        keys().put(first);
        Callable<Boolean> replacing = () -> stores().transactions().inTransaction(() -> {
            boolean still = keys().lock().contains(first);
            if (still) {
                keys().put(first.in(new KeyPhase.Retired(Sample.NOW, LATER)));
                keys().put(Sample.signingKey(LATER).in(new KeyPhase.Active(LATER)));
            }
            return still;
        });

        assertThat(AtOnce.run(Collections.nCopies(6, replacing))).containsOnlyOnce(true);
        assertThat(keys().all()).hasSize(2);
    }
}
