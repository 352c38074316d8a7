package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyMaker;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SigningKeyRotationTest {
    private static final int NODES = 6;

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores = InMemoryStores.empty();
    private final SigningKeyStore store = stores.signingKeys();
    private final AtomicInteger made = new AtomicInteger();
    private final SigningKeyRotation keeper = node(this::make);

    private KeyMaterial make() {
        made.incrementAndGet();
        return Sample.keyMaterial();
    }

    private SigningKeyRotation node(SigningKeyMaker maker) {
        return new SigningKeyRotation(time, maker, stores, AccountLimits.DEFAULT);
    }

    /** Nodes that all read before any of them writes: each waits, with its key created, for the others. */
    private SigningKeyMaker withTheOthers(CyclicBarrier barrier) {
        return () -> {
            try {
                barrier.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException late) {
                throw new IllegalStateException(late);
            }
            return make();
        };
    }

    private static long inPhase(Class<? extends KeyPhase> phase, List<SigningKey> keys) {
        return keys.stream().filter(key -> phase.isInstance(key.phase())).count();
    }

    private static SigningKey active(List<SigningKey> keys) {
        return KeyLifecycle.active(keys).orElseThrow();
    }

    @Test
    void the_first_reader_creates_an_active_and_a_next_key_and_later_readers_none() {
        List<SigningKey> first = keeper.all();
        List<SigningKey> second = node(this::make).all();

        assertThat(first).hasSize(2).isEqualTo(second);
        assertThat(KeyLifecycle.missing(first)).isZero();
        assertThat(made).hasValue(2);
    }

    @Test
    void a_database_with_only_an_active_key_gets_a_next_one() {
        SigningKey old = Sample.signingKey(Sample.NOW).in(new KeyPhase.Active(Sample.NOW));
        store.put(old);

        List<SigningKey> keys = keeper.all();

        assertThat(active(keys)).isEqualTo(old);
        assertThat(keys).hasSize(2);
        assertThat(made).hasValue(1);
    }

    @Test
    void the_next_key_was_published_before_it_becomes_active() {
        List<SigningKey> before = keeper.all();

        List<SigningKey> after = keeper.rotate(() -> {});

        SigningKey next = KeyLifecycle.next(before).orElseThrow();
        assertThat(active(after)).isEqualTo(next.in(new KeyPhase.Active(Sample.NOW)));
        assertThat(after)
                .hasSize(3)
                .contains(active(before).in(new KeyPhase.Retired(Sample.NOW, Sample.NOW)))
                .doesNotContain(next);
    }

    @RepeatedTest(5)
    void of_many_nodes_that_begin_at_once_all_have_the_same_two_keys() throws Exception {
        Callable<List<SigningKey>> begin = () -> node(this::make).all();

        assertThat(AtOnce.run(Collections.nCopies(NODES, begin))).containsOnly(store.all());
        assertThat(store.all()).hasSize(2);
    }

    @RepeatedTest(5)
    void of_many_rotations_that_found_the_same_active_key_one_takes_effect() throws Exception {
        List<SigningKey> before = keeper.all();
        CyclicBarrier looked = new CyclicBarrier(NODES);
        Callable<List<SigningKey>> rotation = () -> node(withTheOthers(looked)).rotate(() -> {});

        assertThat(AtOnce.run(Collections.nCopies(NODES, rotation))).containsOnly(store.all());
        assertThat(store.all()).hasSize(3);
        assertThat(active(store.all()).keyId())
                .isEqualTo(KeyLifecycle.next(before).orElseThrow().keyId());
    }

    @RepeatedTest(10)
    void rotations_at_any_moments_leave_one_active_and_one_next_key() throws Exception {
        keeper.all();
        Callable<List<SigningKey>> rotation = () -> node(this::make).rotate(() -> {});

        AtOnce.run(Collections.nCopies(NODES, rotation));

        assertThat(inPhase(KeyPhase.Active.class, store.all())).isEqualTo(1);
        assertThat(inPhase(KeyPhase.Next.class, store.all())).isEqualTo(1);
    }

    @RepeatedTest(5)
    void of_many_nodes_with_an_old_key_one_rotates_the_keys() throws Exception {
        keeper.all();
        time.advance(Duration.ofDays(90));
        Callable<Boolean> maintenance = () -> {
            node(this::make).maintenance();
            return true;
        };

        AtOnce.run(Collections.nCopies(NODES, maintenance));

        assertThat(inPhase(KeyPhase.Retired.class, store.all())).isEqualTo(1);
    }
}
