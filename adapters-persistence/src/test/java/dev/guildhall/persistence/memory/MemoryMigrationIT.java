package dev.guildhall.persistence.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.testkit.Sample;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A database of a version whose memories had neither change numbers nor embeddings. */
class MemoryMigrationIT {
    private static final UserId ADA = new UserId("usr_ada");
    private static final UserId BOB = new UserId("usr_bob");
    private static final UserId NEW = new UserId("usr_new");

    private static OlderDatabase older(String name) throws SQLException {
        return older("9", name);
    }

    private static OlderDatabase older(String version, String name) throws SQLException {
        OlderDatabase older = OlderDatabase.at(version, name);
        for (UserId user : List.of(ADA, BOB, NEW)) {
            older.execute("""
                INSERT INTO users (id, email, active_profile_id, created_at)
                VALUES ('%1$s', '%1$s@example.org', 'prf', '2026-01-01T00:00:00Z')
                """.formatted(user.value()));
        }
        return older;
    }

    private static void insert(OlderDatabase older, String id, UserId user) throws SQLException {
        older.execute("""
            INSERT INTO memories (id, user_id, type, content, importance, tags, chat_id, created_at)
            VALUES ('%s', '%s', 'long_term', 'prefers tea', 0.5, '{drinks}', 'chat_1', '%s')
            """.formatted(id, user.value(), Sample.NOW));
    }

    private static Memory memory(String id, UserId user) {
        return new Memory(
                new MemoryId(id),
                user,
                Optional.empty(),
                MemoryType.LONG_TERM,
                "prefers tea",
                0.5,
                List.of("drinks"),
                Optional.of(new ChatId("chat_1")),
                Optional.empty(),
                Sample.NOW,
                Optional.empty());
    }

    @Test
    void the_migration_numbers_the_memories_of_each_user_in_the_order_of_their_ids() throws SQLException {
        OlderDatabase older = older("memories_without_changes");
        insert(older, "mem_3", ADA);
        insert(older, "mem_1", ADA);
        insert(older, "mem_2", BOB);

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            MemoryStore memories = database.stores().memories();
            List<IndexedMemory> ofAda = memories.changedSince(ADA, 0, 10);

            assertThat(ofAda)
                    .extracting(IndexedMemory::id)
                    .containsExactly(new MemoryId("mem_1"), new MemoryId("mem_3"));
            assertThat(memories.find(new MemoryId("mem_1"))).contains(memory("mem_1", ADA));
            assertThat(ofAda).extracting(IndexedMemory::revision).containsExactly(1L, 2L);
            assertThat(ofAda).extracting(IndexedMemory::embedding).containsOnly(Optional.empty());
            assertThat(memories.withoutText(10)).hasSize(3);
            assertThat(memories.mark(ADA)).isEqualTo(new MemoryMark(2, 0));
            assertThat(memories.mark(BOB)).isEqualTo(new MemoryMark(1, 0));
            assertThat(memories.mark(NEW)).isEqualTo(MemoryMark.NONE);
        }
    }

    @Test
    void migrated_memories_can_be_listed_and_changed() throws SQLException {
        OlderDatabase older = older("memories_to_go_on_with");
        insert(older, "mem_1", ADA);

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            MemoryStore memories = database.stores().memories();
            Memory united = memory("mem_1", ADA).united(1, List.of("hot"));
            Memory fresh = Sample.memory(ADA).build();
            memories.update(united);
            memories.add(fresh, "fresh", Optional.empty(), Optional.empty());

            assertThat(memories.list(ADA, MemoryFilter.ALL, PageRequest.first())
                            .page()
                            .items())
                    .containsExactly(fresh, united);
            assertThat(memories.withoutEmbedding("model", 10)).containsExactly(united, fresh);
            assertThat(memories.mark(ADA)).isEqualTo(new MemoryMark(3, 0));
        }
    }

    @Test
    void embeddings_of_four_bytes_a_coordinate_are_read_and_rewritten() throws SQLException {
        OlderDatabase older = older("43", "memories_with_exact_embeddings");
        older.execute("""
            INSERT INTO memory_owners VALUES ('%1$s', 1, 0);
            INSERT INTO memories (id, user_id, type, content, importance, tags, created_at, fingerprint, revision,
                embedding, embedding_model)
            VALUES ('mem_1', '%1$s', 'long_term', 'tea', 0.5, '{}', now(), 'tea', 1, '\\x0000803f000080bf', 'model')
            """.formatted(ADA.value()));
        IndexedMemory.StoredEmbedding embedding =
                new IndexedMemory.StoredEmbedding("model", QuantisedEmbedding.of(new Embedding(new float[] {1, -1})));

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            MemoryStore memories = database.stores().memories();
            Optional<IndexedMemory.StoredEmbedding> before =
                    memories.changedSince(ADA, 0, 10).getFirst().embedding();
            memories.putTexts(Map.of(new MemoryId("mem_1"), new AnalysedText(new byte[] {1})));
            IndexedMemory after = memories.changedSince(ADA, 0, 10).getFirst();

            assertThat(before).contains(embedding);
            assertThat(after.embedding()).contains(embedding);
            assertThat(after.text()).contains(new AnalysedText(new byte[] {1}));
        }
    }
}
