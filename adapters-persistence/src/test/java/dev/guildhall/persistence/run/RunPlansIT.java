package dev.guildhall.persistence.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plans of PostgreSQL for suites whose completed runs are followed by many cancelled runs. */
class RunPlansIT {
    private static final String FILL = """
        INSERT INTO runs (id, started_by, task_id, suite, request, status, platform, passed, failed, skipped, open, events,
            created_at, started_at, completed_at)
        SELECT 'run_' || lpad(CAST(n AS text), 9, '0'), 'usr_1', 'task_' || n, 'suite_' || n % 20, repeat('x', 300),
            CASE WHEN n < 1000 THEN 'COMPLETED' ELSE 'CANCELLED' END, 'linux', 1, 0, 0, 0, 9, now(), now(), now()
        FROM generate_series(1, 20000) n
        """;

    private static String plan(String statement) {
        try (Pool pool = new Pool(TestPostgres.url().dataSource(), PoolOptions.DEFAULT)) {
            return new Db(pool).atomically(handle -> {
                handle.execute(FILL);
                handle.execute("ANALYZE runs");
                List<String> lines = handle.createQuery("EXPLAIN " + statement)
                        .bind("suites", new String[] {"suite_1", "suite_2"})
                        .bind("suite", "suite_1")
                        .bind("kind", RunEventRows.TEST)
                        .bind("averaged", 20)
                        .bind("most", 50)
                        .bind("startedBy", "usr_1")
                        .mapTo(String.class)
                        .list();
                handle.rollback();
                return String.join("\n", lines);
            });
        }
    }

    @Test
    void no_query_for_suites_reads_all_runs_of_a_suite() {
        assertThat(plan(PgRunStore.SUMMARIES))
                .contains("Index Scan Backward using runs_of_suite", "runs_completed")
                .doesNotContain("Seq Scan", "runs_pkey");
        assertThat(plan(PgRunStore.HISTORY)).contains("runs_completed").doesNotContain("Seq Scan on runs");
    }

    @Test
    void outcomes_are_counted_without_the_runs_of_other_statuses() {
        assertThat(plan(PgRunStore.OUTCOMES)).contains("runs_by_starter").doesNotContain("Seq Scan", "Sort");
    }
}
