package dev.guildhall.persistence.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.StoresOnPostgres;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.tool.ExecutionStoreContract;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PgExecutionStoreIT extends StoresOnPostgres implements ExecutionStoreContract {
    @Test
    void the_table_has_parameters_their_digest_and_failure_messages_only_encrypted() {
        Execution execution = Sample.execution(Given.someUser(stores()))
                .parameters(Map.of("diagnosis", "gout of the left foot"))
                .build();

        stores().executions().add(execution, Optional.empty());
        stores().executions()
                .end(
                        execution.id(),
                        new ExecutionState.Ended(
                                new ToolOutcome.Failure(FailureKind.FAILED, "'gout of the left foot' is no code"),
                                Duration.ofMillis(1)));

        String row = TestPostgres.text(
                "SELECT tool_executions::text FROM tool_executions WHERE id = ?",
                execution.id().value());
        assertThat(row).contains("v1.").doesNotContain("gout", "diagnosis", execution.parametersDigest());
    }

    @Test
    void opening_the_database_encrypts_values_that_an_older_version_stored_unencrypted() throws SQLException {
        OlderDatabase older = OlderDatabase.at("13", "clear_parameters");
        older.execute("INSERT INTO users (id, email, active_profile_id, created_at)"
                + " VALUES ('usr_1', 'a@b.c', 'prf_1', now())");
        older.execute(
                "INSERT INTO tool_executions SELECT 'exec_' || lpad(n::text, 6, '0'), 'tool_1', 'a.b', 'usr_1', NULL,"
                        + " NULL, json_build_object('n', n), 'digest', now(), 'failed', 'failed', 'no ' || n, 1"
                        + " FROM generate_series(1, 1001) n");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            Execution newest = database.stores()
                    .executions()
                    .ofTool(new ToolId("tool_1"), new UserId("usr_1"), PageRequest.first())
                    .items()
                    .getFirst();
            assertThat(newest.parameters()).isEqualTo(Map.of("n", 1001));
            assertThat(newest.parametersDigest()).isEqualTo("digest");
            assertThat(newest.state())
                    .isEqualTo(new ExecutionState.Ended(
                            new ToolOutcome.Failure(FailureKind.FAILED, "no 1001"), Duration.ofMillis(1)));
        }
        try (Pool pool = new Pool(older.url().dataSource(), PoolOptions.DEFAULT)) {
            String counts = new Db(pool)
                    .with(handle -> handle.createQuery("""
                        SELECT concat_ws(' ', count(parameters), count(parameters_digest), count(failure_message),
                            count(sealed_parameters), count(sealed_parameters_digest), count(sealed_failure_message))
                        FROM tool_executions
                        """).mapTo(String.class).one());
            assertThat(counts).isEqualTo("0 0 0 1001 1001 1001");
        }
    }
}
