package dev.guildhall.persistence.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.WatchedConnections;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When segments are stored, and when they are deleted; {@code MemoryFeedContract} covers what is read from them. */
class MemorySegmentsIT {
    private static final int SIZE = 256;
    private static final int MEMORIES = 8 * SIZE + 10;
    private static final int STEPS = 200;
    private static final long WITHOUT_MEMORIES = 160;

    private final Stores stores = TestPostgres.stores();
    private final MemoryStore memories = stores.memories();
    private final UserId user = Given.someUser(stores);
    private List<MemoryId> ids = List.of();

    @BeforeEach
    void add() {
        List<MemoryId> added = new ArrayList<>();
        Given.inTransactions(stores, MEMORIES, i -> {
            Memory memory = Sample.memory(user).build();
            memories.add(memory, "print " + i, Optional.of(new AnalysedText(new byte[] {1})), Optional.empty());
            added.add(memory.id());
        });
        ids = List.copyOf(added);
    }

    private List<Long> segments() {
        return TestPostgres.db()
                .list(
                        "SELECT number FROM memory_segments WHERE user_id = :user ORDER BY number",
                        Map.of("user", user),
                        (row, _) -> row.getLong(1));
    }

    private static TextEmbedding embedding(float first) {
        return new TextEmbedding("model", new Embedding(new float[] {first, 1}));
    }

    @Test
    void no_statement_is_prepared_when_the_address_forbids_it() {
        memories.pack(100);
        DatabaseUrl url = TestPostgres.url();
        DatabaseUrl pooled = new DatabaseUrl(
                url.servers(), url.database(), url.user(), url.password(), Map.of("prepareThreshold", "0"));
        try (Pool pool = new Pool(pooled.dataSource(), new PoolOptions(1, PoolOptions.DEFAULT.patience(), 1))) {
            Db db = new Db(pool);

            List<IndexedMemory> read = new PgMemoryStore(db).changedSince(user, 0, MEMORIES);

            assertThat(read).hasSize(MEMORIES);
            assertThat(db.list("SELECT name FROM pg_prepared_statements", Map.of(), (row, _) -> row.getString(1)))
                    .isEmpty();
        }
    }

    @Test
    void only_complete_segments_are_stored() {
        memories.pack(100);

        assertThat(segments()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    /** As after 40,000 changes of a few memories, which have moved these to the last segments. */
    private void addSegmentsWithoutMemories() {
        TestPostgres.db().update("UPDATE memories SET revision = revision + :behind WHERE user_id = :user", behind());
        TestPostgres.db().update("""
            UPDATE memory_owners SET revision = revision + :behind, tracked = tracked + :behind, segments = 0
            WHERE user_id = :user
            """, behind());
        assertThat(memories.pack(1_000)).isEqualTo(Math.toIntExact(WITHOUT_MEMORIES) + 8);
    }

    private Map<String, Object> behind() {
        return Map.of("behind", WITHOUT_MEMORIES * SIZE, "user", user);
    }

    @Test
    void segments_without_memories_are_read_at_once() {
        addSegmentsWithoutMemories();
        List<String> statements = Collections.synchronizedList(new ArrayList<>());
        List<IndexedMemory> changed;

        try (Pool pool = new Pool(
                WatchedConnections.of(TestPostgres.url().dataSource(), statements::add), PoolOptions.DEFAULT)) {
            changed = new PgMemoryStore(new Db(pool)).changedSince(user, 0, 10_000);
        }

        assertThat(changed).extracting(IndexedMemory::id).containsExactlyElementsOf(ids);
        assertThat(statements)
                .filteredOn(sql -> sql.contains("memory_segments"))
                .hasSize(3);
        assertThat(statements).filteredOn(sql -> sql.contains("FROM memories")).hasSize(1);
    }

    @Test
    void a_limit_ends_packing_early() {
        assertThat(memories.pack(4)).isEqualTo(4);
        assertThat(segments()).hasSizeBetween(4, 8);
    }

    @Test
    void each_kind_of_change_deletes_only_the_segment_that_it_touches() {
        memories.pack(100);

        memories.update(memories.find(ids.getFirst()).orElseThrow().united(1, List.of("late")));
        memories.putEmbedding(ids.get(2 * SIZE - 1), embedding(1));
        memories.forget(user, ids.get(2 * SIZE));

        assertThat(segments()).containsExactly(3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void few_missing_segments_are_left_until_there_are_eight() {
        memories.pack(100);
        for (int i = 0; i < 7; i++) {
            memories.putEmbedding(ids.get(i * SIZE), embedding(1));
        }
        int early = memories.pack(100);

        memories.putEmbedding(ids.get(7 * SIZE), embedding(1));

        assertThat(early).isZero();
        assertThat(memories.pack(100)).isEqualTo(8);
        assertThat(segments()).hasSize(8);
    }

    @Test
    void segments_are_deleted_when_a_node_of_an_earlier_version_has_made_a_change() {
        memories.pack(100);
        TestPostgres.db().update("DELETE FROM memories WHERE id = :id", Map.of("id", ids.getFirst()));
        TestPostgres.db()
                .update(
                        "UPDATE memory_owners SET revision = revision + 1, deletions = deletions + 1"
                                + " WHERE user_id = :user",
                        Map.of("user", user));

        memories.pack(100);

        assertThat(memories.changedSince(user, 0, 10_000))
                .extracting(IndexedMemory::id)
                .containsExactlyElementsOf(ids.subList(1, ids.size()));
        assertThat(segments()).hasSize(8);
    }

    @Test
    void segments_equal_their_rows_after_changes_that_ran_while_they_were_packed() throws Exception {
        AtomicBoolean writing = new AtomicBoolean(true);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> packer = threads.submit(() -> {
                while (writing.get()) {
                    memories.pack(100);
                }
            });
            Future<?> one = threads.submit(() -> write(new Random(1)));
            Future<?> other = threads.submit(() -> write(new Random(2)));
            one.get();
            other.get();
            writing.set(false);
            packer.get();
        }
        memories.pack(100);
        List<IndexedMemory> packed = memories.changedSince(user, 0, 10_000);

        TestPostgres.db().update("DELETE FROM memory_segments WHERE user_id = :user", Map.of("user", user));

        assertThat(packed).isEqualTo(memories.changedSince(user, 0, 10_000));
        assertThat(packed).extracting(IndexedMemory::id).containsExactlyInAnyOrderElementsOf(memories.ids(user));
    }

    private void write(Random random) {
        for (int step = 0; step < STEPS; step++) {
            MemoryId id = ids.get(random.nextInt(ids.size()));
            if (random.nextInt(4) == 0) {
                memories.forget(user, id);
            } else {
                memories.putEmbedding(id, embedding(step));
            }
        }
    }
}
