package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Refused;
import dev.guildhall.core.agent.Conversing;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The permits of builds, and the state of an index while it is built and after a build failed. */
@Timeout(30)
class MemoryIndexBuildTest {
    private static final MemoryQuery KITCHEN = new MemoryQuery("kitchen", MemoryFilter.ALL, new Limit(10));
    private static final CommonProblem BUSY = new CommonProblem.Unavailable("search of memories", "is busy");
    private static final int PAGE = 2;
    private static final long TOO_SMALL = 1_000;
    private static final long LARGE = 1_000_000;

    private final Stores stores = InMemoryStores.empty();
    private final UserId ada = Given.someUser(stores);
    private final UserId bob = Given.someUser(stores);
    private final List<Memory> ofAda = kept(ada);
    private final List<Memory> ofBob = kept(bob);
    private final List<Read> reads = Collections.synchronizedList(new ArrayList<>());

    /** Runs before each read. */
    private volatile Consumer<Read> reading = read -> {};

    private volatile Runnable embedding = () -> {};

    /** A read of the changes of a user's memories after a revision. */
    private record Read(UserId user, long revision) {}

    private List<Memory> kept(UserId user) {
        List<Memory> memories = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Memory memory = Sample.memory(user).content("kitchen number " + i).build();
            MemoryStoreFixture.keep(stores.memories(), memory);
            memories.add(memory);
        }
        return memories;
    }

    private MemorySearch search(long bytesOfUser, int builds, int waiting) {
        return search(bytesOfUser, builds, 1, waiting);
    }

    private MemorySearch search(long bytesOfUser, int builds, int ofUser, int waiting) {
        MemoryLimits.Index index = MemoryLimits.Index.DEFAULT;
        index = Sample.with(Sample.with(index, "builds", builds), "waiting", waiting);
        index = Sample.with(Sample.with(index, "bytesOfUser", bytesOfUser), "searchesOfUser", ofUser);
        MemoryLimits limits = Sample.with(Sample.with(MemoryLimits.DEFAULT, "changesAtOnce", PAGE), "index", index);
        MemoryStore observed = Intercepted.before(MemoryStore.class, stores.memories(), (method, arguments) -> {
            if (method.getName().equals("changedSince")) {
                Read read = new Read((UserId) arguments[0], (Long) arguments[1]);
                reads.add(read);
                reading.accept(read);
            }
        });
        return new MemorySearch(
                InstantSource.system(),
                observed,
                new MemoryEmbeddings(Optional.of(new FakeEmbedder("model", texts -> embedding.run()))),
                limits);
    }

    /** Blocks the next read of a user's memories from the first one. */
    private void block(UserId user, CountDownLatch begun, CountDownLatch released) {
        AtomicBoolean isBlocked = new AtomicBoolean();
        reading = read -> {
            if (read.equals(new Read(user, 0)) && isBlocked.compareAndSet(false, true)) {
                begun.countDown();
                Conversing.awaitQuietly(released);
            }
        };
    }

    @Test
    void memories_that_are_too_many_are_not_read_again_after_a_deletion_without_a_permit() throws Exception {
        MemorySearch memorySearch = search(TOO_SMALL, 1, 0);
        assertThat(memorySearch.search(bob, bob, KITCHEN)).hasSize(5);
        stores.memories().forget(bob, ofBob.getFirst().id());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        block(ada, begun, released);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MemoryHit>> building = threads.submit(() -> memorySearch.search(ada, ada, KITCHEN));
            begun.await();
            reads.clear();

            Problem refused = Refused.by(() -> memorySearch.search(bob, bob, KITCHEN));
            List<Read> meanwhile = List.copyOf(reads);
            released.countDown();

            assertThat(refused).isEqualTo(BUSY);
            assertThat(meanwhile).isEmpty();
            assertThat(building.get()).hasSize(5);
        }
        assertThat(memorySearch.search(bob, bob, KITCHEN)).hasSize(4);
    }

    @Test
    void a_user_with_too_many_memories_has_a_share_of_the_waiting_searches() throws Exception {
        MemorySearch memorySearch = search(TOO_SMALL, 1, 1);
        memorySearch.search(ada, ada, KITCHEN);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        block(ada, begun, released);
        FutureTask<List<MemoryHit>> second = new FutureTask<>(() -> memorySearch.search(ada, ada, KITCHEN));
        Thread waiting = Thread.ofPlatform().unstarted(second);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MemoryHit>> first = threads.submit(() -> memorySearch.search(ada, ada, KITCHEN));
            begun.await();
            waiting.start();
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
            FutureTask<List<MemoryHit>> other = new FutureTask<>(() -> memorySearch.search(bob, bob, KITCHEN));
            Thread builder = Thread.ofPlatform().start(other);
            while (builder.getState() != Thread.State.TIMED_WAITING && !other.isDone()) {
                Thread.yield();
            }
            released.countDown();

            assertThat(other.get()).hasSize(5);
            assertThat(first.get()).hasSize(5).isEqualTo(second.get());
        }
    }

    @Test
    void a_search_uses_its_index_while_another_one_builds_a_new_one() throws Exception {
        MemorySearch memorySearch = search(TOO_SMALL, 2, 2, 10);
        memorySearch.search(ada, ada, KITCHEN);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<MemoryHit>>> later = new ArrayList<>();
            AtomicBoolean isFirst = new AtomicBoolean(true);
            embedding = () -> {
                if (isFirst.getAndSet(false)) {
                    stores.memories().forget(ada, ofAda.getFirst().id());
                    block(ada, begun, released);
                    later.add(threads.submit(() -> memorySearch.search(ada, ada, KITCHEN)));
                    Conversing.awaitQuietly(begun);
                }
            };

            List<MemoryHit> hits =
                    memorySearch.search(ada, ada, new MemoryQuery("old kitchen", MemoryFilter.ALL, new Limit(10)));
            released.countDown();

            assertThat(hits).hasSize(4);
            assertThat(later.getFirst().get()).hasSize(4);
        }
    }

    @Test
    void a_build_that_failed_is_continued_by_the_next_search() {
        MemorySearch memorySearch = search(LARGE, 1, 0);
        reading = read -> {
            if (read.revision() == PAGE) {
                throw Intercepted.outage();
            }
        };

        assertThat(Refused.by(() -> memorySearch.search(ada, ada, KITCHEN)))
                .isEqualTo(Intercepted.outage().problem());
        stores.memories().forget(ada, ofAda.getFirst().id());
        reading = read -> {};
        reads.clear();

        assertThat(memorySearch.search(ada, ada, KITCHEN)).hasSize(4);
        assertThat(reads.getFirst()).isEqualTo(new Read(ada, PAGE));
        assertThat(memorySearch.search(bob, bob, KITCHEN)).hasSize(5);
    }

    @Test
    void a_build_that_was_interrupted_is_continued_by_the_next_search() throws Exception {
        MemorySearch memorySearch = search(LARGE, 1, 0);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        reading = read -> {
            if (read.revision() == PAGE) {
                begun.countDown();
                Conversing.awaitQuietly(released);
            }
        };
        FutureTask<CommonProblem> cancelled =
                new FutureTask<>(() -> (CommonProblem) Refused.by(() -> memorySearch.search(ada, ada, KITCHEN)));
        Thread searcher = Thread.ofPlatform().start(cancelled);
        begun.await();

        searcher.interrupt();

        assertThat(cancelled.get()).isEqualTo(new CommonProblem.Cancelled());
        reading = read -> {};
        released.countDown();
        assertThat(memorySearch.search(ada, ada, KITCHEN)).hasSize(5);
        assertThat(memorySearch.search(bob, bob, KITCHEN)).hasSize(5);
    }

    @Test
    void a_read_that_failed_for_one_search_returns_its_permits() {
        MemorySearch memorySearch = search(TOO_SMALL, 1, 0);
        memorySearch.search(ada, ada, KITCHEN);
        reading = read -> {
            throw Intercepted.outage();
        };

        assertThat(Refused.by(() -> memorySearch.search(ada, ada, KITCHEN)))
                .isEqualTo(Intercepted.outage().problem());
        reading = read -> {};

        assertThat(memorySearch.search(ada, ada, KITCHEN)).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {TOO_SMALL, LARGE})
    void builds_and_searches_in_several_accounts_count_for_the_user_whose_keys_ask(long bytesOfUser) throws Exception {
        UserId maker = Given.someUser(stores);
        MemorySearch memorySearch = search(bytesOfUser, 2, 0);
        if (bytesOfUser == TOO_SMALL) {
            memorySearch.search(ada, ada, KITCHEN);
            memorySearch.search(bob, bob, KITCHEN);
        }
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        block(ada, begun, released);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MemoryHit>> first = threads.submit(() -> memorySearch.search(maker, ada, KITCHEN));
            begun.await();

            Problem second = Refused.by(() -> memorySearch.search(maker, bob, KITCHEN));
            List<MemoryHit> ofOther = memorySearch.search(bob, bob, KITCHEN);
            released.countDown();

            assertThat(second).isEqualTo(BUSY);
            assertThat(ofOther).hasSize(5);
            assertThat(first.get()).hasSize(5);
        }
        assertThat(memorySearch.search(maker, bob, KITCHEN)).hasSize(5);
    }
}
