package dev.guildhall.persistence.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.db.QueryPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the next turn reads when 20,000 documents of one user wait and 20,000 are indexed. */
class IndexPlansIT {
    private static final int MOST = 16;
    private static final List<String> FILL = List.of("""
        INSERT INTO users (id, email, active_profile_id, created_at)
        SELECT 'usr_' || n, 'usr_' || n || '@example.org', 'prf_1', now() FROM generate_series(1, 3) n
        """, """
        INSERT INTO collections (id, user_id, name, description, audience, created_at, updated_at)
        SELECT 'col_' || n, 'usr_' || n, 'Reports', '', 'private', now(), now() FROM generate_series(1, 3) n
        """, """
        INSERT INTO documents (id, collection_id, user_id, name, size, content_type, sha256, created_at, status,
            pages, passages, embedded, stage, attempts, due_at)
        SELECT 'doc_' || n, 'col_2', 'usr_2', 'a.txt', 5, 'text/plain', 'digest', now(), 'ready',
            1, 1, 0, 1 + n % 2, 0, now()
        FROM generate_series(1, 40000) n
        """, """
        INSERT INTO documents (id, collection_id, user_id, name, size, content_type, sha256, created_at, status,
            pages, passages, embedded, stage, attempts, due_at)
        VALUES ('doc_large', 'col_1', 'usr_1', 'a.txt', 5, 'text/plain', 'digest', now(), 'ready',
            1, 22111, 160, 1, 10, now())
        """, "ANALYZE documents");

    @RegisterExtension
    private static final QueryPlan.Tables TABLES = new QueryPlan.Tables(FILL);

    @ParameterizedTest
    @ValueSource(strings = {"", "usr_1", "usr_2"})
    void a_turn_reads_no_more_documents_than_it_has(String last) {
        Instant later = Instant.now().plusSeconds(60);

        QueryPlan plan = TABLES.explain(
                IndexQueue.CLAIM,
                Map.of("until", later, "stage", 1, "now", later, "after", last, "model", "model", "most", MOST));

        assertThat(plan.scans("documents")).as(plan::toString).isFalse();
        assertThat(plan.mostRows()).as(plan::toString).isLessThanOrEqualTo(MOST);
    }
}
