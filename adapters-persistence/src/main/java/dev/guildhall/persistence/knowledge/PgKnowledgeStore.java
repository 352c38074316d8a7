package dev.guildhall.persistence.knowledge;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.run.Sha256;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

public final class PgKnowledgeStore implements KnowledgeStore {
    private static final String COLLECTION = """
        SELECT collections.*, (SELECT count(*) FROM documents WHERE collection_id = collections.id) AS documents
        FROM collections
        """;

    private static final String DOCUMENT = """
        id, collection_id AS collection, user_id AS owner, counts_for, name, size, content_type, sha256, status, error,
        pages, passages, embedded, created_at
        """;

    private static final RowMapper<Document> DOCUMENT_ROW = ConstructorMapper.of(Document.class);
    private static final RowMapper<Passage> PASSAGE_ROW = ConstructorMapper.of(Passage.class);
    private static final String PASSAGE = "document_id AS document, number, page, heading, content AS text";

    private final Db db;
    private final IndexQueue queue;

    public PgKnowledgeStore(Db db) {
        this.db = db;
        this.queue = new IndexQueue(db);
    }

    /** The lock on the row of the user serializes the additions that count for one user. */
    @Override
    public boolean add(KnowledgeCollection collection, int most) {
        String counted = """
            SELECT count(*) FROM (
                SELECT 1 FROM collections WHERE user_id = :user AND counts_for IS NULL
                UNION ALL SELECT 1 FROM collections WHERE counts_for = :user) AS counted
            """;
        String sql = """
            INSERT INTO collections
                (id, user_id, counts_for, name, description, audience, group_id, created_at, updated_at)
            VALUES (:id, :owner, %s, :name, :description, :kind, :group, :createdAt, :updatedAt)
            """.formatted(Rows.COUNTS_FOR);
        UserId user = collection.countsFor().orElse(collection.owner());
        return db.atomically(handle -> {
            db.exists("SELECT 1 FROM users WHERE id = :user FOR NO KEY UPDATE", Map.of("user", user));
            if (db.one(counted, Map.of("user", user), Integer.class) >= most) {
                return false;
            }
            db.update(sql, audience(collection), collection);
            return true;
        });
    }

    private static Map<String, Object> audience(KnowledgeCollection collection) {
        Audience audience = collection.audience();
        String kind = audience.group().isPresent() ? "members" : audience.wireName();
        return Map.of("kind", kind, "group", audience.group());
    }

    private static KnowledgeCollection collection(ResultSet row) throws SQLException {
        Audience audience = switch (row.getString("audience")) {
            case "everyone" -> Audience.EVERYONE;
            case "members" -> Audience.of(new GroupId(row.getString("group_id")));
            default -> Audience.PRIVATE;
        };
        return new KnowledgeCollection(
                new CollectionId(row.getString("id")),
                new UserId(row.getString("user_id")),
                Rows.optionalText(row, "counts_for").map(UserId::new),
                row.getString("name"),
                row.getString("description"),
                audience,
                row.getInt("documents"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }

    @Override
    public Optional<KnowledgeCollection> find(CollectionId id) {
        return db.find(COLLECTION + "WHERE id = :id", Map.of("id", id), (row, _) -> collection(row));
    }

    @Override
    public Page<KnowledgeCollection> list(Optional<UserId> reader, List<GroupId> groups, PageRequest page) {
        String readable = """
            WHERE (CAST(:behind AS text) IS NULL OR id < :behind)
              AND (user_id = :reader OR audience = 'everyone' OR group_id = ANY(:groups))
            ORDER BY id DESC LIMIT :oneMore
            """;
        String all = """
            WHERE CAST(:behind AS text) IS NULL OR id < :behind ORDER BY id DESC LIMIT :oneMore
            """;
        List<KnowledgeCollection> found = reader.isPresent()
                ? db.oneMore(
                        COLLECTION + readable,
                        Map.of("reader", reader.get(), "groups", groups),
                        page,
                        (row, _) -> collection(row))
                : db.oneMore(COLLECTION + all, Map.of(), page, (row, _) -> collection(row));
        return Page.cut(found, page.limit(), KnowledgeCollection::id);
    }

    @Override
    public void unshare(UserId owner) {
        String sql = "UPDATE collections SET audience = 'private', group_id = NULL WHERE user_id = :owner";
        db.update(sql, Map.of("owner", owner));
    }

    @Override
    public void change(KnowledgeCollection collection) {
        String sql = """
            UPDATE collections SET name = :name, description = :description, audience = :kind, group_id = :group,
                updated_at = :updatedAt
            WHERE id = :id
            """;
        db.update(sql, audience(collection), collection);
    }

    @Override
    public boolean remove(CollectionId id, int most) {
        String documents = """
            DELETE FROM documents WHERE id = ANY(ARRAY(
                SELECT id FROM documents WHERE collection_id = :id ORDER BY id LIMIT :most FOR UPDATE))
            """;
        return db.atomically(handle -> {
            if (db.update(documents, Map.of("id", id, "most", most)) == most) {
                return false;
            }
            db.update("DELETE FROM collections WHERE id = :id", Map.of("id", id));
            return true;
        });
    }

    @Override
    public boolean add(Document document, int most) {
        String sql = """
            INSERT INTO documents
                (id, collection_id, user_id, counts_for, name, size, content_type, sha256, created_at, status, error,
                 pages, passages, embedded, stage, attempts, due_at)
            VALUES (:id, :collection, :owner, %s, :name, :size, :contentType, :sha256, :createdAt, :status, :error,
                 :pages, :passages, :embedded, 0, 0, :createdAt)
            """.formatted(Rows.COUNTS_FOR);
        return db.atomically(handle -> {
            Map<String, Object> of = Map.of("id", document.collection());
            boolean fits = db.exists("SELECT 1 FROM collections WHERE id = :id FOR NO KEY UPDATE", of)
                    && db.one("SELECT count(*) FROM documents WHERE collection_id = :id", of, Integer.class) < most;
            if (fits) {
                db.update(sql, document);
            }
            return fits;
        });
    }

    @Override
    public Optional<Document> find(DocumentId id) {
        return db.find("SELECT " + DOCUMENT + "FROM documents WHERE id = :id", Map.of("id", id), DOCUMENT_ROW);
    }

    @Override
    public Page<Document> documents(CollectionId id, PageRequest page) {
        String sql = "SELECT " + DOCUMENT + """
            FROM documents
            WHERE collection_id = :collection AND (CAST(:behind AS text) IS NULL OR id < :behind)
            ORDER BY id DESC LIMIT :oneMore
            """;
        return Page.cut(db.oneMore(sql, Map.of("collection", id), page, DOCUMENT_ROW), page.limit(), Document::id);
    }

    @Override
    public void remove(DocumentId id) {
        db.update("DELETE FROM documents WHERE id = :id", Map.of("id", id));
    }

    @Override
    public long bytesOf(UserId userId) {
        String sql = """
            SELECT coalesce(sum(size), 0) FROM (
                SELECT size FROM documents WHERE user_id = :userId AND counts_for IS NULL
                UNION ALL
                SELECT size FROM documents WHERE counts_for = :userId) AS counted
            """;
        return db.one(sql, Map.of("userId", userId), Long.class);
    }

    @Override
    public Set<Sha256> inUse(Set<Sha256> contents) {
        String sql = "SELECT DISTINCT sha256 FROM documents WHERE sha256 = ANY(:contents)";
        return Set.copyOf(db.list(sql, Map.of("contents", contents), Sha256.class));
    }

    @Override
    public List<Claim> claim(Work work, String model, Optional<UserId> after, int most, Instant now, Instant until) {
        return queue.claim(work, model, after, most, now, until);
    }

    @Override
    public boolean progress(Claim claim, int pages, Instant until) {
        return queue.progress(claim, pages, until);
    }

    @Override
    public void release(Claim claim, Instant due) {
        queue.release(claim, due);
    }

    @Override
    public void fail(Claim claim, String error) {
        queue.fail(claim, error);
    }

    @Override
    public boolean putPassages(Claim claim, int pages, List<Passage> passages, byte[] words) {
        return queue.putPassages(claim, pages, passages, words);
    }

    @Override
    public boolean putEmbeddings(Claim claim, String model, int from, int count, byte[] embeddings, Instant until) {
        return queue.putEmbeddings(claim, model, from, count, embeddings, until);
    }

    @Override
    public List<Passage> passages(DocumentId id, int from, int most) {
        String sql = "SELECT " + PASSAGE + """
             FROM passages WHERE document_id = :id AND number >= :from ORDER BY number LIMIT :most
            """;
        return db.list(sql, Map.of("id", id, "from", from, "most", most), PASSAGE_ROW);
    }

    @Override
    public List<Passage> page(DocumentId id, int page, int most) {
        String sql = "SELECT " + PASSAGE + """
             FROM passages WHERE document_id = :id AND page = :page ORDER BY number LIMIT :most
            """;
        return db.list(sql, Map.of("id", id, "page", page, "most", most), PASSAGE_ROW);
    }

    @Override
    public List<Passage> passages(Map<DocumentId, ? extends Collection<Integer>> numbers) {
        List<String> documents = numbers.entrySet().stream()
                .flatMap(entry ->
                        entry.getValue().stream().map(number -> entry.getKey().value()))
                .toList();
        List<Integer> wanted =
                numbers.values().stream().<Integer>flatMap(Collection::stream).toList();
        String sql = "SELECT " + PASSAGE + """
             FROM passages
             JOIN (SELECT unnest(CAST(:documents AS text[])) AS of, unnest(CAST(:numbers AS integer[])) AS nth) AS wanted
               ON document_id = of AND number = nth
            """;
        return db.list(
                sql, Map.of("documents", documents, "numbers", Rows.integers(wanted, Integer::intValue)), PASSAGE_ROW);
    }

    @Override
    public List<Searchable> searchable(Collection<CollectionId> ids, String model) {
        String sql = """
            SELECT id, name, passages, CASE WHEN model = :model THEN embedded ELSE 0 END AS embedded
            FROM documents WHERE collection_id = ANY(:ids) AND status = 'ready' AND passages > 0 ORDER BY id
            """;
        return db.list(sql, Map.of("ids", ids, "model", model), Searchable.class);
    }

    @Override
    public Map<DocumentId, byte[]> words(Collection<DocumentId> ids) {
        String sql = "SELECT document_id, words FROM document_words WHERE document_id = ANY(:ids)";
        return db.map(
                sql,
                Map.of("ids", ids),
                (row, _) -> Map.entry(new DocumentId(row.getString("document_id")), row.getBytes("words")));
    }

    @Override
    public Map<DocumentId, List<byte[]>> embeddings(Collection<DocumentId> ids, String model) {
        String sql = """
            SELECT document_id, embeddings FROM document_embeddings JOIN documents ON documents.id = document_id
            WHERE document_id = ANY(:ids) AND model = :model ORDER BY document_id, first
            """;
        Map<DocumentId, List<byte[]>> all = new HashMap<>();
        db.list(sql, Map.of("ids", ids, "model", model), (row, _) -> {
            DocumentId id = new DocumentId(row.getString("document_id"));
            all.computeIfAbsent(id, any -> new ArrayList<>()).add(row.getBytes("embeddings"));
            return id;
        });
        return all;
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from(Erasure.Tree.of("collections", "user_id", new Erasure.Table("documents", "collection_id")))
                .release("collections")
                .release("documents")
                .removed();
    }
}
