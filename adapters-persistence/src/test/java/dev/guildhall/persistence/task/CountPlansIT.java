package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.db.QueryPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a count of a user's tasks reads. */
class CountPlansIT {
    private static final int MOST = 100;
    private static final List<String> FILL = List.of("""
        INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state, attempts,
            fence, unsettled, completed_at, result)
        SELECT 'task_' || lpad(n::text, 9, '0'), 'usr_' || n % 5, 'prf_1',
            CASE WHEN n % 10 < 5 THEN 'test-run' ELSE 'echo' END, 50, '{}', now(), now(), 5 + n % 3, 1, 1,
            false, now(), '{}'
        FROM generate_series(1, 10000) n
        """, "ANALYZE ended_tasks");

    @RegisterExtension
    private static final QueryPlan.Tables TABLES = new QueryPlan.Tables(FILL);

    @Test
    void a_count_of_ended_tasks_reads_an_index_up_to_its_bound() {
        QueryPlan plan = TABLES.explain(
                TaskPages.COUNTS,
                Map.of("owner", "usr_1", "states", new Integer[] {0, 1, 2, 3, 4, 5, 6, 7}, "most", MOST));

        assertThat(plan.lines()).anyMatch(line -> line.contains("using ended_tasks_counted "));
        assertThat(plan.scans("ended_tasks")).isFalse();
        assertThat(plan.mostRows()).isLessThanOrEqualTo(3 * MOST);
    }
}
