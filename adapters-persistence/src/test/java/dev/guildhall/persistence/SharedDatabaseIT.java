package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Databases in schemas of an application's database, on connections of the application's pool. */
class SharedDatabaseIT {
    private static final int SECONDS = 20;

    private static DatabaseUrl database(String name) throws SQLException {
        TestPostgres.ask(TestPostgres.url(), "CREATE DATABASE " + name);
        DatabaseUrl url = TestPostgres.url().withDatabase(name);
        TestPostgres.ask(url, "CREATE SCHEMA shop");
        TestPostgres.ask(url, "CREATE TABLE shop.users (id int PRIMARY KEY, email text)");
        TestPostgres.ask(url, "INSERT INTO shop.users VALUES (1, 'ada@shop.example')");
        return url;
    }

    private static NewTask enqueued(Stores stores) {
        NewTask task =
                Sample.task(new UserId(UserId.EXTERNAL + Sample.id("someone"))).build();
        assertThat(stores.tasks().enqueue(List.of(task), 0).kept()).isPresent();
        return task;
    }

    @Test
    void two_schemas_and_a_table_of_the_application_with_the_same_name_stay_apart() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_two"));
                Database one = Database.open(application.source(), "guild_one", TestPostgres.BOX);
                Database other = Database.open(application.source(), "order", TestPostgres.BOX)) {
            UserId user = Given.someUser(one.stores());
            TaskId task = enqueued(one.stores()).id();

            for (int i = 0; i < 20; i++) {
                assertThat(one.stores().accounts().find(user)).isPresent();
                assertThat(other.stores().accounts().find(user)).isEmpty();
                assertThat(one.stores().tasks().find(task)).isPresent();
                assertThat(other.stores().tasks().find(task)).isEmpty();
                assertThat(application.ask("SELECT * FROM users")).isEqualTo("1");
            }
            assertThat(application.ask("SELECT count(*) FROM guild_one.users")).isEqualTo("1");
            assertThat(application.ask("SELECT count(*) FROM \"order\".users")).isEqualTo("0");
            assertThat(application.ask("SELECT count(*) FROM pg_class WHERE relnamespace = 'shop'::regnamespace"))
                    .isEqualTo("2");
            assertThat(application.ask("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
                    .isEqualTo("0");
            assertThat(application.ask("SELECT string_agg(schemaname, ',' ORDER BY schemaname) FROM pg_indexes WHERE"
                            + " indexname = 'users_by_part_of_email'"))
                    .isEqualTo("guild_one,order");
            assertThat(one.failure()).isEmpty();
        }
    }

    @Test
    void connections_return_to_the_application_as_they_were() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_returns"))) {
            Database database = Database.open(application.source(), "guild", TestPostgres.BOX);
            Given.someUser(database.stores());
            database.stores().transactions().inTransaction(() -> Given.someUser(database.stores()));
            enqueued(database.stores());
            assertThat(application.source().getHikariPoolMXBean().getActiveConnections())
                    .isLessThanOrEqualTo(2);
            database.close();

            assertThat(application.source().isClosed()).isFalse();
            assertThat(application.source().getHikariPoolMXBean().getActiveConnections())
                    .isZero();
            List<Connection> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Connection connection = application.source().getConnection();
                all.add(connection);
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(show(connection, "SHOW search_path")).isEqualTo(SharedPool.SEARCH_PATH);
                assertThat(show(connection, "SHOW statement_timeout")).isEqualTo("0");
                assertThat(show(connection, "SHOW enable_seqscan")).isEqualTo("on");
                assertThat(show(connection, "SELECT count(*) FROM pg_listening_channels()"))
                        .isEqualTo("0");
            }
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    private static String show(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void a_statement_and_its_settings_are_one_round_trip_and_bounded() throws SQLException {
        Set<String> statements = ConcurrentHashMap.newKeySet();
        try (SharedPool application = new SharedPool(database("shop_of_statements"));
                Database database = Database.open(
                        WatchedConnections.of(application.source(), statements::add), "guild", TestPostgres.BOX)) {
            statements.clear();

            UserId user = Given.someUser(database.stores());
            database.stores().accounts().find(user);

            assertThat(statements).isNotEmpty().noneMatch(sql -> sql.startsWith("SET"));
            assertThat(statements)
                    .anyMatch(sql -> sql.contains("set_config('statement_timeout', '30s', true)")
                            && sql.contains("set_config('search_path', '\"guild\"', true)")
                            && sql.contains("INSERT INTO users"));
        }
    }

    @Test
    void a_database_opens_again_in_its_schema_without_migrating() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_starts"))) {
            Database.open(application.source(), "guild", TestPostgres.BOX).close();
            Set<String> statements = new HashSet<>();

            Database.open(WatchedConnections.of(application.source(), statements::add), "guild", TestPostgres.BOX)
                    .close();

            assertThat(statements).noneMatch(sql -> sql.contains("installed_on"));
        }
    }

    @Test
    void nodes_of_a_schema_notify_each_other_alone() throws Exception {
        try (SharedPool application = new SharedPool(database("shop_of_notices"), 20);
                Database one = Database.open(application.source(), "guild", TestPostgres.BOX);
                Connection guild = listening(application, "guildhall_tasks_guild");
                Connection other = listening(application, "guildhall_tasks")) {
            NewTask task = enqueued(one.stores());

            assertThat(task).isNotNull();
            assertThat(guild.unwrap(PGConnection.class).getNotifications(SECONDS * 1_000))
                    .isNotEmpty();
            assertThat(other.unwrap(PGConnection.class).getNotifications()).isEmpty();
        }
    }

    private static Connection listening(SharedPool application, String channel) throws SQLException {
        Connection connection = application.source().getConnection();
        try (Statement listen = connection.createStatement()) {
            listen.execute("LISTEN " + channel);
        }
        connection.commit();
        return connection;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Guild",
                "1st",
                "a-b",
                "guild; DROP SCHEMA shop",
                "pässe",
                "a23456789a23456789a23456789a23456789a23456789a23456789a23456789a2"
            })
    void a_schema_must_be_an_identifier(String schema) {
        assertThatThrownBy(() -> Database.open(TestPostgres.url().dataSource(), schema, TestPostgres.BOX))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("schema: " + schema + " must");
    }

    @Test
    void connections_must_be_given() {
        assertThatThrownBy(() -> Database.open(null, "guild", TestPostgres.BOX))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("connections");
        assertThatThrownBy(() -> Database.open(TestPostgres.url().dataSource(), null, TestPostgres.BOX))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("schema");
    }

    @Test
    void a_schema_with_other_tables_is_refused_and_left_as_it_is() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_tables"))) {
            assertThatThrownBy(() -> Database.open(application.source(), "shop", TestPostgres.BOX))
                    .isInstanceOf(DatabaseStartException.class)
                    .hasMessageContaining("cannot migrate the schema shop");

            assertThat(application.ask("SELECT count(*) FROM pg_class WHERE relnamespace = 'shop'::regnamespace"))
                    .isEqualTo("2");
        }
    }

    @Test
    void a_schema_whose_migrations_differ_is_refused() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_versions"))) {
            Database.open(application.source(), "guild", TestPostgres.BOX).close();
            application.ask("UPDATE guild.flyway_schema_history SET checksum = 1 WHERE version = '1'");

            assertThatThrownBy(() -> Database.open(application.source(), "guild", TestPostgres.BOX))
                    .isInstanceOf(DatabaseStartException.class)
                    .hasMessageContaining("cannot migrate the schema guild")
                    .hasMessageNotContaining("\n");
        }
    }

    /** As in a database of its own: nodes of a version run beside those of the next one. */
    @Test
    void a_schema_that_a_newer_version_has_migrated_is_opened() throws SQLException {
        try (SharedPool application = new SharedPool(database("shop_of_newer_versions"))) {
            Database.open(application.source(), "guild", TestPostgres.BOX).close();
            application.ask("INSERT INTO guild.flyway_schema_history SELECT installed_rank + 1, '999', 'later', 'SQL',"
                    + " 'V999__later.sql', 1, installed_by, now(), 1, true FROM guild.flyway_schema_history"
                    + " ORDER BY installed_rank DESC LIMIT 1");

            try (Database database = Database.open(application.source(), "guild", TestPostgres.BOX)) {
                assertThat(database.failure()).isEmpty();
            }
        }
    }

    @Test
    void connections_of_another_isolation_are_refused() throws SQLException {
        DatabaseUrl url = database("shop_of_isolation");
        TestPostgres.ask(url, "ALTER DATABASE shop_of_isolation SET default_transaction_isolation = 'serializable'");
        try (SharedPool application = new SharedPool(url)) {
            assertThatThrownBy(() -> Database.open(application.source(), "guild", TestPostgres.BOX))
                    .isInstanceOf(DatabaseStartException.class)
                    .hasMessageContaining("they are serializable");
        }
    }

    @Test
    void connections_of_the_simple_protocol_are_used() throws SQLException {
        DatabaseUrl url = database("shop_of_simple_queries");
        DatabaseUrl simple = new DatabaseUrl(
                url.servers(), url.database(), url.user(), url.password(), Map.of("preferQueryMode", "simple"));
        try (SharedPool application = new SharedPool(simple);
                Database database = Database.open(application.source(), "guild", TestPostgres.BOX)) {
            UserId user = Given.someUser(database.stores());

            assertThat(database.stores().accounts().find(user)).isPresent();
        }
    }

    @Test
    void an_unreachable_database_is_named_by_its_schema() {
        DatabaseUrl unreachable = DatabaseUrl.parse("postgresql://ada:hunter2@127.0.0.1:1/guild");

        assertThatThrownBy(() -> Database.open(
                        unreachable.dataSource(),
                        "guild",
                        TestPostgres.BOX,
                        new PoolOptions(2, Duration.ofMillis(500), 1)))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessage("cannot reach the schema guild");
    }
}
