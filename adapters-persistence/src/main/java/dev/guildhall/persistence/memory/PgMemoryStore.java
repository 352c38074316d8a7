package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Total;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

public final class PgMemoryStore implements MemoryStore {
    private static final String SELECT = "SELECT " + MemoryRows.COLUMNS + " FROM memories ";

    /**
     * Finds the distinct models one after the other, each with one index lookup: there are few models, but each may
     * have many memories.
     */
    private static final String WITHOUT_EMBEDDING = """
        WITH RECURSIVE models (model) AS (
            SELECT min(coalesce(embedding_model, '')) FROM memories WHERE superseded_by IS NULL
            UNION ALL
            SELECT (
                SELECT min(coalesce(embedding_model, '')) FROM memories
                WHERE superseded_by IS NULL AND coalesce(embedding_model, '') > models.model)
            FROM models WHERE models.model IS NOT NULL
        )
        SELECT oldest.* FROM models CROSS JOIN LATERAL (
            SELECT %1$s FROM memories
            WHERE superseded_by IS NULL AND coalesce(embedding_model, '') = models.model
            ORDER BY id LIMIT :most
        ) oldest
        WHERE models.model <> :model ORDER BY oldest.id LIMIT :most
        """.formatted(MemoryRows.COLUMNS);

    /** Each part reads an index alone: few memories count for other users than those whom they are about. */
    private static final String COUNT = """
        SELECT (SELECT count(*) FROM memories WHERE user_id = :userId)
            - (SELECT count(*) FROM memories WHERE user_id = :userId AND counts_for IS NOT NULL)
            + (SELECT count(*) FROM memories WHERE counts_for = :userId)
        """;

    /** Locks the owners of memories before these, as writers do. */
    private static final String LOCK_OWNERS = """
        SELECT user_id FROM memory_owners
        WHERE user_id IN (SELECT user_id FROM memories WHERE counts_for = :id LIMIT :most)
        ORDER BY user_id FOR NO KEY UPDATE
        """;

    private static final String RELEASE = """
        UPDATE memories SET counts_for = NULL WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM memories WHERE counts_for = :id AND user_id = ANY(:owners) LIMIT :most FOR UPDATE))
        """;

    private final Db db;
    private final MemoryChanges changes;
    private final MemorySegments segments;

    public PgMemoryStore(Db db) {
        this.db = db;
        changes = new MemoryChanges(db);
        segments = new MemorySegments(db, changes);
    }

    @Override
    public void lock(UserId userId) {
        db.requireTransaction();
        changes.hold(userId);
    }

    @Override
    public void add(Memory memory, String fingerprint, Optional<AnalysedText> text, Optional<TextEmbedding> embedding) {
        String sql = """
            INSERT INTO memories (id, user_id, counts_for, type, content, importance, tags, chat_id, source, created_at,
                superseded_by, fingerprint, analysed_text, embedding, embedding_scale, embedding_model, revision)
            VALUES (:id, :userId, %s, :type, :content, :importance, :tags, :chatId, :source, :createdAt,
                :supersededBy, :fingerprint, :text, :embedding, :scale, :model, :revision)
            """.formatted(Rows.COUNTS_FOR);
        db.atomically(handle -> changes.add(
                memory.userId(),
                revision -> MemoryRows.bindQuantised(handle.createUpdate(sql), embedding)
                        .bindMethods(memory)
                        .bind("fingerprint", fingerprint)
                        .bind("text", text.map(AnalysedText::bytes).orElse(null))
                        .bind("revision", revision)
                        .execute()));
    }

    @Override
    public void update(Memory memory) {
        String sql = """
            UPDATE memories SET importance = :importance, tags = :tags, chat_id = :chatId, source = :source,
                created_at = :createdAt, superseded_by = :supersededBy, revision = :revision
            WHERE id = :id AND user_id = :userId
            """;
        db.atomically(handle -> changes.rewrite(
                memory.userId(),
                memory.id(),
                revision -> handle.createUpdate(sql)
                        .bindMethods(memory)
                        .bind("revision", revision)
                        .execute()));
    }

    @Override
    public Optional<Memory> find(MemoryId id) {
        return db.find(SELECT + "WHERE id = :id", Map.of("id", id), MemoryRows::memory);
    }

    @Override
    public List<Memory> find(Collection<MemoryId> ids) {
        return db.list(SELECT + "WHERE id = ANY(:ids)", Map.of("ids", ids), MemoryRows::memory);
    }

    @Override
    public Optional<Memory> findSame(UserId userId, MemoryType type, String fingerprint) {
        String sql = SELECT + """
            WHERE user_id = :userId AND type = :type AND fingerprint = :fingerprint AND superseded_by IS NULL
            ORDER BY (chat_id IS NULL) DESC, id DESC LIMIT 1
            """;
        return db.find(sql, Map.of("userId", userId, "type", type, "fingerprint", fingerprint), MemoryRows::memory);
    }

    @Override
    public Optional<Memory> latest(UserId userId, ChatId chatId, MemoryType type) {
        String sql = SELECT + """
            WHERE user_id = :userId AND chat_id = :chatId AND type = :type ORDER BY id DESC LIMIT 1
            """;
        return db.find(sql, Map.of("userId", userId, "chatId", chatId, "type", type), MemoryRows::memory);
    }

    @Override
    public MemoryPage list(UserId userId, MemoryFilter filter, PageRequest page) {
        String matching = "WHERE user_id = :userId"
                + (filter.superseded() ? "" : " AND superseded_by IS NULL")
                + filter.type().map(_ -> " AND type = :type").orElse("")
                + filter.chatId().map(_ -> " AND chat_id = :chatId").orElse("")
                + (filter.tags().isEmpty() ? "" : " AND tags @> CAST(:tags AS text[])");
        String items = SELECT + matching
                + page.cursor().map(_ -> " AND id < :behind").orElse("") + " ORDER BY id DESC LIMIT :oneMore";
        return db.with(handle -> {
            Query oneMore = bind(handle.createQuery(items), userId, filter)
                    .bind("oneMore", page.limit().value() + 1);
            page.cursor().map(Cursor::lastId).ifPresent(last -> oneMore.bind("behind", last));
            String counted = "SELECT count(*) FROM (SELECT FROM memories " + matching + " LIMIT :counted) counted";
            long total = bind(handle.createQuery(counted), userId, filter)
                    .bind("counted", Total.COUNTED)
                    .mapTo(Long.class)
                    .one();
            return new MemoryPage(
                    Page.cut(oneMore.map(MemoryRows::memory).list(), page.limit(), Memory::id), Total.of(total));
        });
    }

    private static Query bind(Query query, UserId userId, MemoryFilter filter) {
        query.bind("userId", userId.value());
        filter.type().ifPresent(type -> query.bind("type", type.wireName()));
        filter.chatId().ifPresent(chatId -> query.bind("chatId", chatId.value()));
        if (!filter.tags().isEmpty()) {
            query.bind("tags", filter.tags());
        }
        return query;
    }

    @Override
    public long count(UserId userId) {
        return db.one(COUNT, Map.of("userId", userId), Long.class);
    }

    @Override
    public boolean forget(UserId userId, MemoryId id) {
        return forget(userId, "id = :id", Map.of("id", id, "userId", userId)) > 0;
    }

    @Override
    public int forgetConversation(UserId userId, ChatId chatId) {
        return forget(userId, "chat_id = :chatId", Map.of("userId", userId, "chatId", chatId));
    }

    /** UNION removes duplicates, so the recursion ends also for a cycle. */
    private int forget(UserId userId, String which, Map<String, ?> parameters) {
        String sql = """
            WITH RECURSIVE forgotten (id) AS (
                SELECT id FROM memories WHERE user_id = :userId AND %s
                UNION
                SELECT older.id FROM memories older JOIN forgotten ON older.superseded_by = forgotten.id
                WHERE older.user_id = :userId
            )
            DELETE FROM memories WHERE id IN (SELECT id FROM forgotten) RETURNING id, revision
            """.formatted(which);
        return db.inTransaction(() -> changes.delete(
                userId,
                () -> db.list(
                        sql, parameters, (row, _) -> new MemoryChanges.Deleted(row.getString(1), row.getLong(2)))));
    }

    @Override
    public MemoryMark mark(UserId userId) {
        return changes.mark(userId);
    }

    @Override
    public List<IndexedMemory> changedSince(UserId userId, long revision, int most) {
        return segments.changedSince(userId, revision, most);
    }

    @Override
    public int pack(int most) {
        return segments.pack(most);
    }

    @Override
    public Optional<List<MemoryId>> deleted(UserId userId, MemoryMark since, MemoryMark until) {
        return changes.deleted(userId, since, until);
    }

    @Override
    public List<MemoryId> ids(UserId userId) {
        return db.list("SELECT id FROM memories WHERE user_id = :userId", Map.of("userId", userId), MemoryId.class);
    }

    @Override
    public List<Memory> withoutEmbedding(String model, int most) {
        return db.list(WITHOUT_EMBEDDING, Map.of("model", model, "most", most), MemoryRows::memory);
    }

    @Override
    public void putEmbedding(MemoryId id, TextEmbedding embedding) {
        String sql = "UPDATE memories SET embedding = :embedding, embedding_scale = :scale, embedding_model = :model,"
                + " revision = :revision WHERE id = :id";
        Function<Handle, Integer> write = handle -> find(id).map(memory -> changes.rewrite(
                        memory.userId(),
                        id,
                        revision -> MemoryRows.bindQuantised(handle.createUpdate(sql), Optional.of(embedding))
                                .bind("revision", revision)
                                .bind("id", id.value())
                                .execute()))
                .orElse(0);
        db.atomically(write);
    }

    @Override
    public List<Memory> withoutText(int most) {
        return db.list(SELECT + "WHERE analysed_text IS NULL LIMIT :most", Map.of("most", most), MemoryRows::memory);
    }

    /** Rows that another transaction has locked are left for the next time, so that nothing waits crosswise. */
    @Override
    public void putTexts(Map<MemoryId, AnalysedText> texts) {
        String stored = """
            SELECT id, embedding, embedding_scale, embedding_model FROM memories WHERE id = ANY(:ids)
            ORDER BY id FOR UPDATE SKIP LOCKED
            """;
        String write = "UPDATE memories SET analysed_text = :text, embedding = :embedding, embedding_scale = :scale"
                + " WHERE id = :id";
        db.atomically(handle -> {
            PreparedBatch batch = handle.prepareBatch(write);
            handle.createQuery(stored)
                    .bind("ids", texts.keySet())
                    .map((row, _) -> Map.entry(new MemoryId(row.getString("id")), MemoryRows.embedding(row)))
                    .forEach(row -> batch.bind("id", row.getKey().value())
                            .bind(
                                    "text",
                                    Objects.requireNonNull(texts.get(row.getKey()))
                                            .bytes())
                            .bind("embedding", row.getValue().map(QuantisedEmbedding::values))
                            .bind("scale", row.getValue().map(QuantisedEmbedding::scale))
                            .add());
            return batch.size() > 0 ? batch.execute().length : 0;
        });
    }

    @Override
    public int erase(UserId user, int most) {
        int erased = new Erasure(db, user, most)
                .from("memory_segments", "user_id")
                .from("memory_deletions", "user_id")
                .from("memories", "user_id")
                .from("memory_owners", "user_id")
                .removed();
        return erased < most ? erased + release(user, most - erased) : erased;
    }

    /** Counts 1 when all memories were deleted while it waited for their owners: those of other owners may be left. */
    private int release(UserId user, int most) {
        return db.inTransaction(() -> {
            List<String> owners = db.list(LOCK_OWNERS, Map.of("id", user, "most", most), String.class);
            return owners.isEmpty()
                    ? 0
                    : Math.max(1, db.update(RELEASE, Map.of("id", user, "owners", owners, "most", most)));
        });
    }
}
