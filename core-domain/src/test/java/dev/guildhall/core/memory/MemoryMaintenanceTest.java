package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryMaintenanceTest {
    private final Stores stores = InMemoryStores.empty();
    private final MemoryStore store = stores.memories();
    private final Flaky embedder = new Flaky();
    private final MemoryFixture ada = new MemoryFixture(new Installation(stores, parts -> parts.embedder(embedder)));

    /** Answers only while it is available. */
    private static final class Flaky implements Embedder {
        private final HashingEmbedder real = new HashingEmbedder();
        private boolean well = true;

        @Override
        public String model() {
            return "flaky";
        }

        @Override
        public List<Embedding> embed(List<String> texts) {
            if (!well) {
                throw new Refusal(new CommonProblem.Unavailable("embedding model"));
            }
            return real.embed(texts);
        }
    }

    /** Answers each call when the test permits it. */
    private static final class Held implements Embedder {
        private final HashingEmbedder real = new HashingEmbedder();
        private final SynchronousQueue<Boolean> turns = new SynchronousQueue<>();
        private final List<Thread> threads = new CopyOnWriteArrayList<>();

        @Override
        public String model() {
            return "held";
        }

        @Override
        public List<Embedding> embed(List<String> texts) {
            threads.add(Thread.currentThread());
            try {
                turns.take();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
            return real.embed(texts);
        }

        void next() throws InterruptedException {
            turns.put(true);
        }
    }

    private List<Optional<TextEmbedding>> meanings() {
        return store.changedSince(ada.user().userId(), 0, 100).stream()
                .sorted((one, other) ->
                        one.memory().id().value().compareTo(other.memory().id().value()))
                .map(IndexedMemory::meaning)
                .toList();
    }

    private void maintenance(MemoryLimits limits) {
        new MemoryMaintenance(store, new MemoryEmbeddings(Optional.of(embedder)), limits).learnMissing();
    }

    @Test
    void a_memory_without_an_embedding_is_found_by_its_words_and_gets_the_same_embedding_later() {
        ada.said("chat_1", "Which instrument do you play?");
        ada.said("chat_1", "The violin, for five years");
        List<Optional<TextEmbedding>> wanted = meanings();
        embedder.well = false;
        ada.said("chat_2", "Which instrument do you play?");
        ada.said("chat_2", "The violin, for five years");
        assertThat(meanings().subList(2, 4)).containsOnly(Optional.empty());
        assertThat(ada.found("violin").subList(0, 2)).containsOnly("The violin, for five years");

        maintenance(MemoryLimits.DEFAULT);
        assertThat(meanings().subList(2, 4)).containsOnly(Optional.empty());
        embedder.well = true;
        maintenance(MemoryLimits.DEFAULT);

        assertThat(meanings().subList(2, 4)).isEqualTo(wanted);
    }

    @Test
    void a_round_is_bounded() {
        embedder.well = false;
        for (int i = 0; i < 5; i++) {
            ada.fact("fact number " + i);
        }
        embedder.well = true;

        maintenance(Sample.with(MemoryLimits.DEFAULT, "meaningsInRound", 3));

        assertThat(meanings().stream().filter(Optional::isPresent)).hasSize(3);
    }

    @Test
    @Timeout(30)
    void with_running_maintenance_a_write_does_not_wait_for_the_embedding() throws InterruptedException {
        Held held = new Held();
        MemoryMaintenance maintenance =
                new MemoryMaintenance(store, new MemoryEmbeddings(Optional.of(held)), MemoryLimits.DEFAULT);
        MemoryStoreFixture.keep(
                store, Sample.memory(ada.user().userId()).content("first").build());
        Thread running = Thread.ofVirtual().start(maintenance);
        held.next();

        MemoryStoreFixture.keep(
                store, Sample.memory(ada.user().userId()).content("second").build());
        maintenance.learnSoon();
        MemoryStoreFixture.keep(
                store, Sample.memory(ada.user().userId()).content("third").build());
        maintenance.learnSoon();
        assertThat(meanings().subList(1, 3)).containsOnly(Optional.empty());
        held.next();
        held.next();
        maintenance.learnMissing();

        assertThat(meanings()).doesNotContain(Optional.empty());
        assertThat(held.threads).containsOnly(running);
        running.interrupt();
        running.join();
    }

    @Test
    void without_running_maintenance_a_write_computes_the_embedding() {
        MemoryMaintenance maintenance =
                new MemoryMaintenance(store, new MemoryEmbeddings(Optional.of(embedder)), MemoryLimits.DEFAULT);
        MemoryStoreFixture.keep(store, Sample.memory(ada.user().userId()).build());

        maintenance.learnSoon();

        assertThat(meanings()).singleElement().matches(Optional::isPresent);
    }
}
