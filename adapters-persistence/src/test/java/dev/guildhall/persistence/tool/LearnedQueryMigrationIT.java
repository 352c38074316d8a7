package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.LearnedTool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.Sample;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A database of a version whose learned queries had neither change numbers nor embeddings. */
class LearnedQueryMigrationIT {
    private static final UserId ADA = new UserId("usr_ada");
    private static final ToolName MAIL = new ToolName("google.mail");
    private static final ToolName MAPS = new ToolName("google.maps");

    private static void insert(OlderDatabase older, ToolName tool, String query) throws SQLException {
        older.execute("""
            INSERT INTO learnt_queries (user_id, tool_name, query, learnt_at) VALUES ('%s', '%s', '%s', '%s')
            """.formatted(ADA.value(), tool.value(), query, Sample.NOW));
    }

    private static LearnedTool.Known known(ToolName tool, String query) {
        return new LearnedTool.Known(new LearnedQuery(ADA, tool, query, Sample.NOW), Optional.empty());
    }

    @Test
    void migrated_queries_are_found_and_wait_for_their_embeddings() throws SQLException {
        OlderDatabase older = OlderDatabase.at("13", "learnt_queries_without_changes");
        older.execute("""
            INSERT INTO users (id, email, active_profile_id, created_at)
            VALUES ('usr_ada', 'ada@example.org', 'prf', '2026-01-01T00:00:00Z')
            """);
        insert(older, MAPS, "where");
        insert(older, MAIL, "send");
        insert(older, MAIL, "write");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            LearnedQueryStore queries = database.stores().learnedQueries();

            assertThat(queries.changedSince(ADA, 0, 10))
                    .containsExactly(
                            new LearnedTool(MAIL, 1, List.of(known(MAIL, "write"), known(MAIL, "send"))),
                            new LearnedTool(MAPS, 2, List.of(known(MAPS, "where"))));
            assertThat(queries.withoutEmbedding("any", 10)).hasSize(3);
        }
    }
}
