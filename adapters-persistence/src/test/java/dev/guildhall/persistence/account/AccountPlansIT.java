package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.db.QueryPlan;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches of accounts and lists of sessions read. */
class AccountPlansIT {
    private static final int PAGE = 51;
    private static final List<String> FILL =
            List.of("""
                INSERT INTO users (id, email, active_profile_id, created_at)
                SELECT 'usr_zzplan' || lpad(n::text, 6, '0'), 'name' || n || '@sample.example', 'prf_plan' || n, now()
                FROM generate_series(1, 20000) n
                """, """
                INSERT INTO profiles (id, user_id, display_name, created_at)
                SELECT 'prf_plan' || n, 'usr_zzplan' || lpad(n::text, 6, '0'), 'Person ' || md5(n::text), now()
                FROM generate_series(1, 20000) n
                """, """
                INSERT INTO sessions (id, user_id, created_at, expires_at, refresh_hash, token_expires_at)
                SELECT 'ses_plan' || n, 'usr_zzplan000001', timestamptz '2027-01-01' - n * interval '1 s', timestamptz '3000-01-01',
                    'h' || n, now()
                FROM generate_series(1, 5000) n
                """, "ANALYZE users", "ANALYZE profiles", "ANALYZE sessions");

    @RegisterExtension
    private static final QueryPlan.Tables TABLES = new QueryPlan.Tables(FILL);

    @ParameterizedTest
    @ValueSource(strings = {"%name19999@%", "%person c4ca4238a0b9%", "%sample.example%", "%person%", "%no such text%"})
    void a_search_reads_few_accounts_however_many_contain_the_text(String pattern) {
        QueryPlan plan =
                TABLES.explain(PgAccountStore.SEARCH.formatted("true"), Map.of("pattern", pattern, "oneMore", PAGE));

        assertThat(plan.scans("users")).isFalse();
        assertThat(plan.scans("profiles")).isFalse();
        assertThat(plan.mostRows()).isLessThan(20 * PAGE);
    }

    @Test
    void a_list_of_sessions_reads_as_many_as_it_shows() {
        QueryPlan plan = TABLES.explain(
                PgSessionStore.LIVE_OF_USER, Map.of("userId", "usr_zzplan000001", "most", PAGE, "now", Sample.NOW));

        assertThat(plan.mostRows()).isEqualTo(PAGE);
    }
}
