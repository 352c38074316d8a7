package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Addresses with several servers. */
class PrimaryIT {
    private static final Duration SILENCE = Duration.ofMillis(300);

    private static DatabaseUrl url(String servers) {
        DatabaseUrl one = TestPostgres.url();
        return new DatabaseUrl(servers, one.database(), one.user(), one.password(), one.parameters());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void a_statement_on_a_server_that_freezes_fails_and_the_next_connection_leads_to_the_other_server()
            throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            free = socket.getLocalPort();
        }
        try (Forwarder first = new Forwarder(0);
                Primary primary = Primary.of(url(first.address() + ",127.0.0.1:" + free), SILENCE);
                Connection connection = primary.getConnection()) {
            CompletableFuture<Void> failure = CompletableFuture.runAsync(() -> assertThatThrownBy(
                            () -> execute(connection, "SELECT pg_sleep(30)"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failed -> assertThat(DatabaseOutage.isOne(failed)).isTrue()));

            first.freeze();
            failure.get(10, TimeUnit.SECONDS);

            try (Forwarder second = new Forwarder(free);
                    Connection next = primary.getConnection()) {
                execute(next, "SELECT 1");
                assertThat(next.getMetaData().getURL()).contains(second.address());
            }
        }
    }

    @Test
    void a_server_that_does_not_respond_does_not_prevent_the_start() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
                Database database = Database.open(
                        url("127.0.0.1:" + silent.getLocalPort() + ","
                                + TestPostgres.url().servers()),
                        TestPostgres.BOX,
                        new PoolOptions(2, Duration.ofSeconds(1), 1))) {
            assertThat(database.failure()).isEmpty();
        }
    }
}
