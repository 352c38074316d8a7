package dev.guildhall.persistence.embedded;

import static dev.guildhall.persistence.TestPostgres.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.db.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class PostgresProcessIT {
    private static final PostgresOptions DURABLE =
            new PostgresOptions(true, Optional.empty(), TestPostgres.OPTIONS.binaries());

    /** Used by the tests that neither stop the server nor change its files, as {@link #running}. */
    @TempDir
    static Path folderInUse;

    @AutoClose
    private static PostgresProcess running;

    @TempDir
    Path folder;

    @BeforeAll
    static void startOne() {
        running = PostgresProcess.start(folderInUse, TestPostgres.OPTIONS);
    }

    private PostgresProcess start() {
        return PostgresProcess.start(folder, TestPostgres.OPTIONS);
    }

    /** Does something as the role that PostgreSQL was made with. */
    public static String asSuperuser(Path folder, DatabaseUrl url, String sql) {
        try {
            String password =
                    Files.readString(folder.resolve("postgres/password")).strip();
            return ask(new DatabaseUrl(url.servers(), url.database(), "guildhall", password, url.parameters()), sql);
        } catch (IOException | SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void the_role_of_the_application_is_no_superuser_and_owns_its_database() throws SQLException {
        String rights = "SELECT concat_ws(' ', rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication,"
                + " rolbypassrls) FROM pg_roles WHERE rolname = current_user";

        assertThat(ask(running.url(), rights)).isEqualTo("guildhall_app f f f f f");
        assertThatThrownBy(() -> ask(running.url(), "COPY (SELECT 1) TO PROGRAM 'true'"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> ask(running.url(), "SELECT pg_read_file('postgresql.conf')"))
                .isInstanceOf(SQLException.class);
        Schema.migrate(running.url(), 1);
    }

    @Test
    void a_server_that_its_process_has_left_running_is_killed() {
        PostgresProcess process = start();
        ProcessHandle server = process.server().orElseThrow();
        process.abandon();

        PostgresProcess.killAbandoned(folder);
        PostgresProcess.killAbandoned(folder.resolve("none"));

        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void what_the_superuser_of_an_older_version_has_left_is_the_applications() throws Exception {
        DatabaseUrl url;
        try (PostgresProcess older = start()) {
            url = older.url();
            ask(url, "CREATE TABLE kept (id bigint GENERATED ALWAYS AS IDENTITY, n serial, answer int)");
            ask(url, "CREATE VIEW seen AS SELECT answer FROM kept; CREATE SEQUENCE counted");
            ask(url, "INSERT INTO kept (answer) VALUES (42)");
            asSuperuser(folder, url, "REASSIGN OWNED BY guildhall_app TO guildhall; DROP ROLE guildhall_app");
        }
        Files.delete(folder.resolve("postgres/app-password"));

        try (PostgresProcess process = start()) {
            assertThat(ask(process.url(), "SELECT answer FROM seen")).isEqualTo("42");
            ask(process.url(), "INSERT INTO kept (answer) VALUES (43); ALTER TABLE kept ADD COLUMN more text");
            ask(process.url(), "ALTER VIEW seen RENAME TO watched; DROP SEQUENCE counted; CREATE TABLE made (n int)");
            assertThat(process.url().user()).isEqualTo("guildhall_app");
        }
    }

    @Test
    void a_lost_password_of_the_application_is_made_anew() throws Exception {
        start().close();
        Files.delete(folder.resolve("postgres/app-password"));

        try (PostgresProcess process = start()) {
            assertThat(ask(process.url(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void the_server_gets_no_variable_of_this_process_that_is_not_listed() throws Exception {
        assumeThat(Path.of("/proc/self/environ")).exists();
        long pid = running.server().orElseThrow().pid();
        Set<String> names = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
                .lines()
                .flatMap(line -> Arrays.stream(line.split("\0")))
                .map(variable -> variable.replaceFirst("=.*", ""))
                .collect(Collectors.toSet());

        assertThat(names)
                .contains("PATH", "LC_ALL")
                .isSubsetOf(
                        "PATH",
                        "HOME",
                        "USER",
                        "LOGNAME",
                        "TMPDIR",
                        "TZ",
                        "LD_LIBRARY_PATH",
                        "LC_ALL",
                        "PWD",
                        "OLDPWD",
                        "SHLVL",
                        "_",
                        "PG_GRANDPARENT_PID",
                        "PGDATA",
                        "PGLOCALEDIR",
                        "PGSYSCONFDIR");
    }

    @Test
    void a_restart_keeps_the_data_and_the_password() throws SQLException {
        DatabaseUrl before;
        try (PostgresProcess first = start()) {
            before = first.url();
            ask(before, "CREATE TABLE kept AS SELECT 42 AS answer");
        }

        try (PostgresProcess second = start()) {
            assertThat(ask(second.url(), "SELECT answer FROM kept")).isEqualTo("42");
            assertThat(second.url().password()).isEqualTo(before.password());
        }
    }

    @Test
    void nobody_gets_in_without_the_password_from_the_first_start_on() {
        for (String password : new String[] {"", "wrong"}) {
            DatabaseUrl url = new DatabaseUrl(running.url().servers(), "guildhall", "guildhall", password, Map.of());
            assertThatThrownBy(() -> ask(url, "SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void the_password_is_random_and_its_owner_alone_can_read_it() throws IOException {
        Path file = folderInUse.resolve("postgres/app-password");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file))
                .isEqualToIgnoringNewLines(running.url().password());
        assertThat(running.url().password()).hasSize(43);
    }

    @Test
    void what_is_confirmed_is_on_the_disk_and_only_this_machine_can_connect() throws SQLException {
        String sql = "SELECT string_agg(setting, ' ' ORDER BY name) FROM pg_settings WHERE name IN"
                + " ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'unix_socket_directories')";

        try (PostgresProcess process = PostgresProcess.start(folder, DURABLE)) {
            assertThat(asSuperuser(folder, process.url(), sql)).isEqualTo("on on 127.0.0.1 on ");
        }
    }

    @Test
    void a_server_left_behind_by_a_killed_process_is_replaced_and_its_data_kept() throws SQLException {
        PostgresProcess killed = start();
        ask(killed.url(), "CREATE TABLE kept AS SELECT 42 AS answer");
        killed.abandon();

        try (PostgresProcess next = start()) {
            assertThatThrownBy(() -> ask(killed.url(), "SELECT 1")).isInstanceOf(SQLException.class);
            assertThat(ask(next.url(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void a_server_that_was_killed_is_recovered_at_the_next_start() throws Exception {
        PostgresProcess killed = PostgresProcess.start(folder, DURABLE);
        ask(killed.url(), "CREATE TABLE kept AS SELECT 42 AS answer");
        ProcessHandle server = killed.server().orElseThrow();
        // Else the watchdog might start it again meanwhile.
        killed.abandon();
        server.destroyForcibly();
        server.onExit().get(60, TimeUnit.SECONDS);

        try (PostgresProcess next = start()) {
            assertThat(ask(next.url(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void a_pid_file_that_names_another_living_program_does_not_hinder() throws Exception {
        start().close();
        String pid = Long.toString(ProcessHandle.current().pid());
        Files.writeString(
                folder.resolve("postgres/data/postmaster.pid"), pid + "\n" + folder.resolve("postgres/data") + "\n");

        try (PostgresProcess process = start()) {
            assertThat(ask(process.url(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void a_second_start_on_a_folder_in_use_is_refused_and_the_first_goes_on() throws SQLException {
        assertThatThrownBy(() -> PostgresProcess.start(folderInUse, TestPostgres.OPTIONS))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("another Guildhall is running on the data folder");

        assertThat(ask(running.url(), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void a_first_start_that_was_cut_off_is_begun_anew() throws Exception {
        Files.createDirectories(folder.resolve("postgres/data.new/base"));
        Files.writeString(folder.resolve("postgres/data.new/PG_VERSION"), "18");

        try (PostgresProcess process = start()) {
            assertThat(ask(process.url(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void a_folder_that_cannot_be_started_is_refused_in_one_line_with_the_reason() throws IOException {
        start().close();
        Files.writeString(folder.resolve("postgres/data/PG_VERSION"), "12\n");

        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("initialized by PostgreSQL version 12")
                .hasMessageContaining("server.log")
                .hasMessageNotContaining("\n");
    }

    @Test
    void closing_stops_the_server_and_closing_again_changes_nothing() {
        PostgresProcess process = start();
        assertThat(process.server()).isPresent();

        process.close();
        process.close();

        assertThat(process.server()).isEmpty();
        assertThatThrownBy(() -> ask(process.url(), "SELECT 1")).isInstanceOf(SQLException.class);
    }

    @Test
    void closing_again_does_not_stop_the_server_of_the_next_start() throws SQLException {
        PostgresProcess first = start();
        first.close();

        try (PostgresProcess second = start()) {
            first.close();

            assertThat(ask(second.url(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void a_folder_with_spaces_and_quotes_in_its_name_is_fine() throws SQLException {
        try (PostgresProcess process = PostgresProcess.start(folder.resolve("Ada's data (1)"), TestPostgres.OPTIONS)) {
            assertThat(ask(process.url(), "SELECT 1")).isEqualTo("1");
        }
    }
}
