package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.util.Throwables.getStackTrace;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatabaseIT {
    private static final PoolOptions IMPATIENT = new PoolOptions(2, Duration.ofMillis(500), 1);

    @Test
    void an_open_database_is_ready() {
        assertThat(TestPostgres.database().name()).isEqualTo("database");
        assertThat(TestPostgres.database().failure()).isEmpty();
    }

    @Test
    void a_database_without_its_migrations_is_not_ready() throws SQLException {
        DatabaseUrl url = TestPostgres.newDatabase("unmigrated");
        try (Database database = Database.open(url, TestPostgres.BOX, IMPATIENT)) {
            TestPostgres.ask(url, "DELETE FROM flyway_schema_history");
            assertThat(database.failure()).contains("migrations are pending");

            TestPostgres.ask(url, "DROP TABLE flyway_schema_history");
            assertThat(database.failure()).contains("migrations are pending");
        }
    }

    @Test
    void a_database_opens_again_with_its_key_and_refuses_another_one() {
        DatabaseUrl url = TestPostgres.newDatabase("with_a_key");
        Database.open(url, TestPostgres.BOX, IMPATIENT).close();
        byte[] other = new byte[SecretBox.KEY_BYTES];
        Arrays.fill(other, (byte) 7);

        Database.open(url, TestPostgres.BOX, IMPATIENT).close();

        assertThatThrownBy(() -> Database.open(url, new SecretBox(other), IMPATIENT))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("made with another secret key");
    }

    @Test
    void a_wrong_password_is_refused_at_once_and_not_shown() {
        DatabaseUrl right = TestPostgres.url();
        DatabaseUrl wrong =
                new DatabaseUrl(right.servers(), right.database(), right.user(), "hunter2", right.parameters());

        assertThatThrownBy(() -> Database.open(wrong, TestPostgres.BOX, IMPATIENT))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("rejects the connection")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void the_error_for_an_unreachable_server_names_its_address() {
        DatabaseUrl nobody = DatabaseUrl.parse("postgresql://ada:hunter2@127.0.0.1:1/guild");

        assertThatThrownBy(() -> Database.open(nobody, TestPostgres.BOX, IMPATIENT))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessage("cannot reach the database at 127.0.0.1:1/guild");
    }

    @Test
    void a_changed_migration_is_refused() throws SQLException {
        DatabaseUrl url = TestPostgres.newDatabase("changed");
        Database.open(url, TestPostgres.BOX, IMPATIENT).close();
        TestPostgres.ask(url, "UPDATE flyway_schema_history SET checksum = 1 WHERE version = '1'");

        assertThatThrownBy(() -> Database.open(url, TestPostgres.BOX, IMPATIENT))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("cannot migrate the database")
                .hasMessageNotContaining("\n");
    }

    @Test
    void settings_of_the_queue_stay_out_of_sessions_that_a_pooler_shares() {
        try (Pool queue = Pool.ofQueue(TestPostgres.url().dataSource(), IMPATIENT);
                Pool shared = Pool.ofQueueBehindPooler(TestPostgres.url().dataSource(), IMPATIENT)) {
            assertThat(setting(queue, "enable_sort")).isEqualTo("off");
            assertThat(setting(shared, "enable_sort")).isEqualTo("on");
            assertThat(setting(shared, "lock_timeout")).isEqualTo("12s");
        }
    }

    private static String setting(Pool pool, String name) {
        return new Db(pool)
                .find("SHOW " + name, Map.of(), (row, _) -> row.getString(1))
                .orElseThrow();
    }

    @Test
    void the_gauges_show_the_pool() {
        assertThat(TestPostgres.database().gauges())
                .extracting(Gauge::name)
                .containsExactly(
                        "db_connections_active", "db_connections_idle", "db_connections_waiting", "db_connections_max");
        assertThat(TestPostgres.database().gauges().getLast().value().getAsDouble())
                .isEqualTo(16);
    }

    @Test
    void erasing_an_account_deletes_all_of_its_rows() throws SQLException {
        Stores stores = TestPostgres.stores();
        UserId user = Given.someUser(stores);
        var chat = Sample.chat(user).build();
        var session = Sample.session(user).build();
        var profile = Sample.profile(user).build();
        GroupId group = Given.someGroup(stores);
        stores.profiles().add(profile);
        stores.memberships().add(Sample.membership(group, profile.id()).build());
        stores.sessions().open(session, Sample.refreshToken(), session.expiresAt());
        stores.conversations().add(chat, List.of(), Optional.empty());
        stores.memories().add(Sample.memory(user).build(), "same", Optional.empty(), Optional.empty());

        TestPostgres.ask(TestPostgres.url(), "DELETE FROM users WHERE id = '" + user.value() + "'");

        assertThat(stores.profiles().ofUser(user)).isEmpty();
        assertThat(stores.memberships().find(group, profile.id())).isEmpty();
        assertThat(stores.sessions().find(session.id())).isEmpty();
        assertThat(stores.conversations().find(chat.id())).isEmpty();
        assertThat(stores.memories().ids(user)).isEmpty();
        assertThat(stores.memories().mark(user)).isEqualTo(MemoryMark.NONE);
    }

    @Test
    void the_error_of_a_failed_statement_does_not_contain_its_values() {
        Profile ofNobody = Sample.profile(new UserId(Sample.id("usr"))).build();
        Session session = Sample.session(Given.someUser(TestPostgres.stores())).build();
        RefreshTokenHash token = Sample.refreshToken();
        TestPostgres.stores().sessions().open(session, token, session.expiresAt());

        Throwable missing =
                catchThrowable(() -> TestPostgres.stores().profiles().add(ofNobody));
        Throwable twice =
                catchThrowable(() -> TestPostgres.stores().sessions().open(session, token, session.expiresAt()));

        assertThat(getStackTrace(missing))
                .contains("the account does not exist")
                .doesNotContain(ofNobody.displayName().value(), "usr_");
        assertThat(getStackTrace(twice)).contains("unique").doesNotContain(token.value(), "usr_", "ses_");
    }
}
