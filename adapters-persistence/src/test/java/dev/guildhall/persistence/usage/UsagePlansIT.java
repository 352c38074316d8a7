package dev.guildhall.persistence.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.db.QueryPlan;
import dev.guildhall.ports.usage.UsageGrouping;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a report of all usage reads. */
class UsagePlansIT {
    private static final LocalDate FIRST = LocalDate.parse("2026-01-01");
    private static final int MOST = 200;
    private static final List<String> FILL = List.of(
            "DELETE FROM usage_windows",
            "INSERT INTO usage_windows VALUES ('2026-01-01', '', true), ('2026-01-20', '', true)",
            """
            INSERT INTO usage_days SELECT 'usr_' || n / 5, DATE '2026-01-01' + n % 30, 'gpt', 1, 1, 1, n % 97
            FROM generate_series(1, 20000) n
            """,
            """
            INSERT INTO usage_key_days SELECT 'key_' || n / 5, 'usr_' || n / 5, DATE '2026-01-01' + n % 30, 'gpt', 1, 1, 1, n
            FROM generate_series(1, 20000) n
            """,
            "INSERT INTO users (id, email, active_profile_id, created_at) VALUES ('usr_7', 'usr_7@example.org',"
                    + " 'prf_7', now())",
            "INSERT INTO groups (id, name, created_at, service_account_id) VALUES ('grp_plan', 'plan', now(), 'usr_7')",
            "INSERT INTO assistants SELECT 'ast_' || n, 'usr_7', NULL, 1, 'Helper', '', false, NULL, now()"
                    + " FROM generate_series(0, 199) n",
            """
            INSERT INTO usage_assistant_days SELECT 'ast_' || n % 200, DATE '2026-01-01' + n / 200 % 400, 1, 1, 1, 1, n
            FROM generate_series(0, 79999) n
            """,
            "ANALYZE usage_assistant_days, usage_days, usage_key_days, usage_sums, usage_key_sums, usage_windows,"
                    + " usage_totals, groups");

    @RegisterExtension
    private static final QueryPlan.Tables TABLES = new QueryPlan.Tables(FILL);

    @ParameterizedTest
    @EnumSource(names = {"USER", "KEY", "GROUP"})
    void a_report_from_sums_reads_the_rows_that_it_has(UsageGrouping by) {
        QueryPlan plan = TABLES.explain(
                PgUsageStore.summed(by), Map.of("first", FIRST, "last", FIRST.plusDays(29), "most", MOST));

        assertThat(plan.lines())
                .noneMatch(line -> line.contains("usage_days") || line.contains("usage_key_days"))
                .noneMatch(
                        line -> line.contains("Seq Scan on usage_sums") || line.contains("Seq Scan on usage_key_sums"));
        assertThat(plan.mostRows()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void a_report_of_an_assistant_reads_the_sums_of_its_days() {
        QueryPlan plan = TABLES.explain(
                AssistantSums.SUMS,
                Map.of("assistant", "ast_7", "first", FIRST, "last", FIRST.plusDays(29), "most", MOST));

        assertThat(plan.lines()).noneMatch(line -> line.contains("Seq Scan on usage_assistant_days"));
        assertThat(plan.mostRows()).isLessThanOrEqualTo(MOST);
    }
}
