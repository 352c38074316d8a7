package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryMaintenanceTest {
    private final Stores stores = InMemoryStores.empty();
    private final MemoryStore store = stores.memories();
    private final Embedder embedder = new FakeEmbedder("flaky", texts -> requireWell());
    private boolean isWell = true;
    private final MemoryFixture ada = new MemoryFixture(new Installation(stores, parts -> parts.embedder(embedder)));

    private void requireWell() {
        if (!isWell) {
            throw new Refusal(new CommonProblem.Unavailable("embedding model"));
        }
    }

    private List<Optional<IndexedMemory.StoredEmbedding>> embeddings() {
        return store.changedSince(ada.user().userId(), 0, 100).stream()
                .sorted((one, other) -> one.id().value().compareTo(other.id().value()))
                .map(IndexedMemory::embedding)
                .toList();
    }

    private static void await(SynchronousQueue<Boolean> turns) {
        try {
            turns.take();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private MemoryMaintenance maintenance(Embedder asked) {
        return new MemoryMaintenance(store, new MemoryEmbeddings(Optional.of(asked)), MemoryLimits.DEFAULT);
    }

    private void keep(String words) {
        MemoryStoreFixture.keep(
                store, Sample.memory(ada.user().userId()).content(words).build());
    }

    @Test
    void a_memory_without_an_embedding_is_found_by_its_words_and_gets_the_same_embedding_later() {
        ada.said("chat_1", "Which instrument do you play?");
        ada.said("chat_1", "The violin, for five years");
        List<Optional<IndexedMemory.StoredEmbedding>> wanted = embeddings();
        isWell = false;
        ada.said("chat_2", "Which instrument do you play?");
        ada.said("chat_2", "The violin, for five years");
        assertThat(embeddings().subList(2, 4)).containsOnly(Optional.empty());
        assertThat(ada.found("violin").subList(0, 2)).containsOnly("The violin, for five years");

        maintenance(embedder).learnMissing();
        assertThat(embeddings().subList(2, 4)).containsOnly(Optional.empty());
        isWell = true;
        maintenance(embedder).learnMissing();

        assertThat(embeddings().subList(2, 4)).isEqualTo(wanted);
    }

    @Test
    void a_round_is_bounded() {
        isWell = false;
        for (int i = 0; i < 5; i++) {
            ada.fact("fact number " + i);
        }
        isWell = true;

        MemoryLimits limits = Sample.with(MemoryLimits.DEFAULT, "embeddingsInRound", 3);
        new MemoryMaintenance(store, new MemoryEmbeddings(Optional.of(embedder)), limits).learnMissing();

        assertThat(embeddings().stream().filter(Optional::isPresent)).hasSize(3);
    }

    @Test
    @Timeout(30)
    void with_running_maintenance_a_write_does_not_wait_for_the_embedding() throws InterruptedException {
        SynchronousQueue<Boolean> turns = new SynchronousQueue<>();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        MemoryMaintenance maintenance = maintenance(new FakeEmbedder("held", texts -> {
            threads.add(Thread.currentThread());
            await(turns);
        }));
        keep("first");
        Thread running = Thread.ofVirtual().start(maintenance);
        turns.put(true);

        keep("second");
        maintenance.learnSoon();
        keep("third");
        maintenance.learnSoon();
        assertThat(embeddings().subList(1, 3)).containsOnly(Optional.empty());
        turns.put(true);
        turns.put(true);
        maintenance.learnMissing();

        assertThat(embeddings()).doesNotContain(Optional.empty());
        assertThat(threads).containsOnly(running);
        running.interrupt();
        running.join();
    }

    @Test
    void without_running_maintenance_a_write_computes_the_embedding() {
        MemoryMaintenance maintenance = maintenance(embedder);
        keep("only");

        maintenance.learnSoon();

        assertThat(embeddings()).singleElement().matches(Optional::isPresent);
    }

    @Test
    void texts_that_were_stored_without_analysis_are_analysed_also_without_an_embedder() {
        keep("likes tea");
        List<Memory> before = store.withoutText(10);

        new MemoryMaintenance(store, new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT).learnMissing();

        assertThat(before).hasSize(1);
        assertThat(store.withoutText(10)).isEmpty();
        assertThat(ada.found("tea")).containsExactly("likes tea");
    }

    @Test
    void a_new_memory_is_stored_with_its_analysed_text() {
        ada.fact("likes tea");

        assertThat(store.withoutText(10)).isEmpty();
    }

    @Test
    void a_round_packs_memories_also_without_an_embedder() {
        List<Object> packed = new ArrayList<>();
        MemoryStore observed = Intercepted.before(MemoryStore.class, store, (method, arguments) -> {
            if (method.getName().equals("pack")) {
                packed.add(arguments[0]);
            }
        });

        new MemoryMaintenance(observed, new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT).learnMissing();

        assertThat(packed).containsExactly(MemoryLimits.DEFAULT.packsInRound());
    }
}
