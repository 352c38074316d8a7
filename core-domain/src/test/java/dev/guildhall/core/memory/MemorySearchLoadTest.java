package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.agent.Conversing;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several searches at once, while the first pages of memories are being read. */
@Timeout(30)
class MemorySearchLoadTest {
    private static final MemoryQuery KITCHEN = new MemoryQuery("kitchen", MemoryFilter.ALL, new Limit(10));
    private static final int PAGE = 2;

    private final Stores stores = InMemoryStores.empty();
    private final UserId ada = userWith(5);
    private final UserId bob = userWith(5);
    private final UserId eve = userWith(1);
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger fromTheBeginning = new AtomicInteger();

    private UserId userWith(int memories) {
        UserId user = Given.someUser(stores);
        for (int i = 0; i < memories; i++) {
            MemoryStoreFixture.keep(
                    stores.memories(),
                    Sample.memory(user).content("kitchen number " + i).build());
        }
        return user;
    }

    /** The store, in which the first page of Ada's memories takes until it is released. */
    private MemoryStore slow() {
        return (MemoryStore) Proxy.newProxyInstance(
                MemoryStore.class.getClassLoader(), new Class<?>[] {MemoryStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("changedSince")
                            && arguments[0].equals(ada)
                            && arguments[1].equals(0L)) {
                        fromTheBeginning.incrementAndGet();
                        reading.countDown();
                        Conversing.awaitQuietly(released);
                    }
                    try {
                        return method.invoke(stores.memories(), arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private MemorySearch search(int waiting) {
        MemoryLimits.Index index =
                Sample.with(Sample.with(MemoryLimits.Index.DEFAULT, "builds", 1), "waiting", waiting);
        MemoryLimits limits = Sample.with(Sample.with(MemoryLimits.DEFAULT, "changesAtOnce", PAGE), "index", index);
        return new MemorySearch(InstantSource.system(), slow(), new MemoryEmbeddings(Optional.empty()), limits);
    }

    @Test
    void searches_of_one_user_build_one_index() throws Exception {
        MemorySearch memorySearch = search(10);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MemoryHit>> first = threads.submit(() -> memorySearch.search(ada, ada, KITCHEN));
            reading.await();
            Future<List<MemoryHit>> second = threads.submit(() -> memorySearch.search(ada, ada, KITCHEN));
            released.countDown();

            assertThat(first.get()).hasSize(5).isEqualTo(second.get());
        }
        assertThat(fromTheBeginning).hasValue(1);
    }

    @Test
    void more_builds_than_permitted_are_refused_and_small_changes_are_not() throws Exception {
        MemorySearch memorySearch = search(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MemoryHit>> building = threads.submit(() -> memorySearch.search(ada, ada, KITCHEN));
            reading.await();

            assertThat(Refused.by(() -> memorySearch.search(bob, bob, KITCHEN)))
                    .isEqualTo(new CommonProblem.Unavailable("search of memories", "is busy"));
            assertThat(memorySearch.glance(bob, bob, KITCHEN)).isEmpty();
            assertThat(memorySearch.search(eve, eve, KITCHEN)).hasSize(1);
            released.countDown();

            assertThat(building.get()).hasSize(5);
        }
        assertThat(memorySearch.search(bob, bob, KITCHEN)).hasSize(5);
        assertThat(memorySearch.glance(bob, bob, KITCHEN)).hasSize(5);
    }
}
