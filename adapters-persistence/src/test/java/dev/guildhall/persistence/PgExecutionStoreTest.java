package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.contract.ExecutionStoreContract;
import dev.guildhall.ports.contract.Given;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Execution;
import dev.guildhall.ports.tool.ToolId;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** PostgreSQL holds to the contract. */
class PgExecutionStoreTest implements ExecutionStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }

    @Test
    void parameters_are_sealed_in_the_table() {
        Execution execution = Sample.execution(Given.someUser(stores()))
                .parameters(Map.of("diagnosis", "gout of the left foot"))
                .build();

        stores().executions().add(execution, Optional.empty());

        String row = TestPostgres.db()
                .with(handle -> handle.createQuery("SELECT tool_executions::text FROM tool_executions WHERE id = ?")
                        .bind(0, execution.id().value())
                        .mapTo(String.class)
                        .one());
        assertThat(row).contains("v1.").doesNotContain("gout", "diagnosis");
    }

    @Test
    void parameters_that_an_older_version_left_in_clear_are_sealed_when_the_database_is_opened() throws SQLException {
        OlderDatabase older = OlderDatabase.at("13", "clear_parameters");
        older.execute("INSERT INTO users (id, email, active_profile_id, created_at)"
                + " VALUES ('usr_1', 'a@b.c', 'prf_1', now())");
        older.execute(
                "INSERT INTO tool_executions SELECT 'exec_' || lpad(n::text, 6, '0'), 'tool_1', 'a.b', 'usr_1', NULL,"
                        + " NULL, json_build_object('n', n), 'digest', now(), 'completed', NULL, NULL, 1"
                        + " FROM generate_series(1, 1001) n");

        try (Database database = Database.open(older.url(), TestPostgres.BOX)) {
            assertThat(database.stores()
                            .executions()
                            .ofTool(new ToolId("tool_1"), new UserId("usr_1"), PageRequest.first())
                            .items()
                            .getFirst()
                            .parameters())
                    .isEqualTo(Map.of("n", 1001));
        }
        try (Pool pool = new Pool(older.url(), PoolOptions.DEFAULT)) {
            String counts = new Db(pool)
                    .with(handle -> handle.createQuery(
                                    "SELECT count(parameters) || ' ' || count(sealed_parameters) FROM tool_executions")
                            .mapTo(String.class)
                            .one());
            assertThat(counts).isEqualTo("0 1001");
        }
    }
}
