package dev.guildhall.persistence.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.OlderDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The sums of all users while nodes of an earlier version write those of each user alone. */
class UsageMigrationIT {
    /** As a node of an earlier version adds usage. */
    private static final String ADD = """
        INSERT INTO usage_days (user_id, day, model, prompt_tokens, completion_tokens, requests, cost)
        VALUES ('usr_1', DATE '2026-01-01', 'gpt', 10, 5, 1, 0.5), ('usr_2', DATE '2026-01-01', 'gpt', 20, 10, 1, NULL),
            ('usr_2', DATE '2026-01-02', 'gpt', 1, 1, 1, NULL)
        ON CONFLICT (user_id, day, model) DO UPDATE
        SET prompt_tokens = usage_days.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = usage_days.completion_tokens + excluded.completion_tokens,
            requests = usage_days.requests + excluded.requests,
            cost = coalesce(usage_days.cost + excluded.cost, usage_days.cost, excluded.cost)
        """;

    private static final String TOTALS = """
        SELECT string_agg(concat_ws(' ', day, model, prompt_tokens, completion_tokens, requests, cost), ', ' ORDER BY day)
        FROM usage_totals WHERE requests > 0
        """;

    private static String totals(OlderDatabase database) throws SQLException {
        try (Connection connection = database.url().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TOTALS)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void usage_is_counted_once_whichever_version_writes_it() throws SQLException {
        OlderDatabase database = OlderDatabase.at("58", "usage_of_two_versions");
        database.execute(ADD);

        database.migrateTo("59");
        assertThat(totals(database)).isEqualTo("2026-01-01 gpt 30 15 2 0.5, 2026-01-02 gpt 1 1 1");

        database.execute(ADD);
        assertThat(totals(database)).isEqualTo("2026-01-01 gpt 60 30 4 1.0, 2026-01-02 gpt 2 2 2");

        database.execute("DELETE FROM usage_days WHERE user_id = 'usr_2'");
        assertThat(totals(database)).isEqualTo("2026-01-01 gpt 20 10 2 1.0");
    }
}
