package dev.guildhall.persistence.knowledge;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.KnowledgeStore.Work;
import dev.guildhall.ports.knowledge.Passage;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** The documents that are to be indexed. A claim is a row whose {@code due_at} lies ahead; its attempt is its number. */
final class IndexQueue {
    private static final int PASSAGES_AT_ONCE = 500;
    private static final int STALE_AT_ONCE = 200;
    private static final RowMapper<Document> DOCUMENT = ConstructorMapper.of(Document.class);
    private static final String HELD = " WHERE id = :document AND stage = :stage AND attempts = :attempt";

    /**
     * The first documents of the next user, until they have too many passages together. Only documents_to_index can answer
     * the comparison of two columns: through another index PostgreSQL would read the documents that are indexed already.
     */
    static final String CLAIM = """
        UPDATE documents SET attempts = attempts + 1, due_at = :until
        WHERE id = ANY(ARRAY(
            SELECT id FROM (
                SELECT id, row_number() OVER in_order AS place, sum(waiting) OVER in_order AS together
                FROM (SELECT id, passages - CASE WHEN model = :model THEN embedded ELSE 0 END AS waiting
                    FROM documents
                    WHERE stage = :stage AND stage < 2 AND due_at <= :now AND user_id = (
                        SELECT user_id FROM documents
                        WHERE (stage, user_id) > (:stage, :after) AND stage < :stage + 1 AND stage < 2 AND due_at <= :now
                        ORDER BY stage, user_id, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                    ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED) AS first
                WINDOW in_order AS (ORDER BY id)) AS counted
            WHERE place = 1 OR together <= :most))
        RETURNING id, collection_id AS collection, user_id AS owner, counts_for, name, size, content_type, sha256,
            status, error, pages, passages,
            CASE WHEN model = :model THEN embedded ELSE 0 END AS embedded, created_at, attempts
        """;

    private final Db db;

    IndexQueue(Db db) {
        this.db = db;
    }

    List<Claim> claim(Work work, String model, Optional<UserId> after, int most, Instant now, Instant until) {
        String user = after.map(UserId::value).orElse("");
        RowMapper<Claim> mapper = (row, context) -> new Claim(work, DOCUMENT.map(row, context), row.getInt("attempts"));
        Map<String, Object> parameters =
                Map.of("until", until, "stage", stage(work), "now", now, "after", user, "model", model, "most", most);
        List<Claim> claims = db.list(CLAIM, parameters, mapper);
        if (claims.isEmpty() && (!user.isEmpty() || renewed(work, model, now))) {
            return claim(work, model, Optional.empty(), most, now, until);
        }
        return claims.stream()
                .sorted(Comparator.comparing(claim -> claim.document().id().value()))
                .toList();
    }

    /** Documents with embeddings of another model wait for those of this one. */
    private boolean renewed(Work work, String model, Instant now) {
        String sql = """
            UPDATE documents SET stage = 1, attempts = 0, embedded = 0, due_at = :now WHERE id = ANY(ARRAY(
                SELECT id FROM documents
                WHERE stage = 2 AND status = 'ready' AND (model < :model OR model > :model)
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return work == Work.MEANING && db.update(sql, Map.of("now", now, "model", model, "most", STALE_AT_ONCE)) > 0;
    }

    private static int stage(Work work) {
        return work == Work.WORDS ? 0 : 1;
    }

    private static Map<String, Object> held(Claim claim, Object... more) {
        Map<String, Object> parameters = new HashMap<>(
                Map.of("document", claim.document().id(), "stage", stage(claim.work()), "attempt", claim.attempt()));
        for (int i = 0; i < more.length; i += 2) {
            parameters.put((String) more[i], more[i + 1]);
        }
        return parameters;
    }

    boolean progress(Claim claim, int pages, Instant until) {
        String sql = "UPDATE documents SET pages = :pages, due_at = :until" + HELD;
        return db.update(sql, held(claim, "pages", pages, "until", until)) > 0;
    }

    void release(Claim claim, Instant due) {
        db.update("UPDATE documents SET due_at = :due" + HELD, held(claim, "due", due));
    }

    void fail(Claim claim, String error) {
        String sql = "UPDATE documents SET status = 'failed', error = :error, stage = 2" + HELD;
        db.update(sql, held(claim, "error", error));
    }

    boolean putPassages(Claim claim, int pages, List<Passage> passages, byte[] words) {
        String ready = """
            UPDATE documents SET status = 'ready', stage = 1, attempts = 0, due_at = created_at, pages = :pages,
                passages = :passages, embedded = 0
            """ + HELD;
        return db.atomically(handle -> {
            boolean isHeld = db.update(ready, held(claim, "pages", pages, "passages", passages.size())) > 0;
            if (isHeld) {
                for (int from = 0; from < passages.size(); from += PASSAGES_AT_ONCE) {
                    insert(passages.subList(from, Math.min(passages.size(), from + PASSAGES_AT_ONCE)));
                }
                db.update(
                        "INSERT INTO document_words VALUES (:document, :words)",
                        Map.of("document", claim.document().id(), "words", words));
            }
            return isHeld;
        });
    }

    private void insert(List<Passage> some) {
        String sql = """
            INSERT INTO passages (document_id, number, page, heading, content)
            SELECT :document, number, nullif(page, 0), heading, content
            FROM unnest(:numbers, :pages, :headings, :contents) AS passage (number, page, heading, content)
            """;
        db.update(
                sql,
                Map.of(
                        "document", some.getFirst().document(),
                        "numbers", Rows.integers(some, Passage::number),
                        "pages", Rows.integers(some, passage -> passage.page().orElse(0)),
                        "headings", Rows.each(some, Passage::heading),
                        "contents", Rows.each(some, Passage::text)));
    }

    boolean putEmbeddings(Claim claim, String model, int from, int count, byte[] embeddings, Instant until) {
        String counted = """
            UPDATE documents SET embedded = :embedded, model = :model, due_at = :until,
                stage = CASE WHEN :embedded >= passages THEN 2 ELSE stage END
            """ + HELD;
        return db.atomically(handle -> {
            Map<String, Object> parameters = held(claim, "embedded", from + count, "model", model, "until", until);
            boolean isHeld = db.update(counted, parameters) > 0;
            if (isHeld) {
                Map<String, Object> row =
                        Map.of("document", claim.document().id(), "from", from, "embeddings", embeddings);
                db.update("DELETE FROM document_embeddings WHERE document_id = :document AND first >= :from", row);
                db.update("INSERT INTO document_embeddings VALUES (:document, :from, :embeddings)", row);
            }
            return isHeld;
        });
    }
}
