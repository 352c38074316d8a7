package dev.guildhall.persistence.rotation;

import static dev.guildhall.persistence.rotation.SealedDatabase.SECRETS;
import static dev.guildhall.persistence.rotation.SealedDatabase.box;
import static dev.guildhall.persistence.rotation.SealedDatabase.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.persistence.tool.PgConnectionStore;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SecretKeyRotationIT {
    @TempDir
    Path folder;

    private Path file(String suffix) {
        return folder.resolve("secret.key" + suffix);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private SecretBox boxOfTheFile() {
        return SecretKeyFile.open(Optional.empty(), folder);
    }

    private SecretKeyRotation rotation(SealedDatabase database) {
        return new SecretKeyRotation(database.url(), folder);
    }

    private static void assertRefused(SealedDatabase database, SecretBox box) {
        assertThatThrownBy(() -> database.opensWith(box))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("made with another secret key");
    }

    @Test
    void every_column_of_secrets_is_known() {
        TestPostgres.database();
        List<String> found = TestPostgres.db().list("""
            SELECT table_name || '.' || column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND column_name LIKE '%sealed%'
            """, Map.of(), (row, _) -> row.getString(1));

        assertThat(SealedColumn.ALL.stream().map(column -> column.table() + "." + column.name()))
                .containsExactlyInAnyOrderElementsOf(found);
    }

    @Test
    void all_secrets_open_only_with_the_new_key() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_configured", box(1));

        int secrets = rotation(database).configured(key(1), key(2));
        int again = rotation(database).configured(key(1), key(2));

        assertThat(List.of(secrets, again)).containsOnly(SECRETS);
        assertThat(database.opensWith(box(2))).isTrue();
        assertRefused(database, box(1));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_rotation_encrypts_more_rows_than_it_reads_at_once() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_many", box(1));
        int many = 1203;
        try (Pool pool = new Pool(database.url().dataSource(), PoolOptions.DEFAULT)) {
            Db db = new Db(pool);
            PgConnectionStore store = new PgConnectionStore(db, box(1));
            var user = Given.someUser(TestPostgres.stores(db, box(1)));
            db.inTransaction(() -> {
                for (int i = 0; i < many; i++) {
                    store.put(Sample.connection(user).build());
                }
                return many;
            });
        }

        assertThat(rotation(database).configured(key(1), key(2))).isEqualTo(SECRETS + 3 * many);
        assertThat(database.opensWith(box(2))).isTrue();
    }

    @Test
    void an_envelope_that_does_not_open_aborts_the_rotation() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_broken", box(1));
        dev.guildhall.ports.connection.Connection last = database.connections().getLast();
        TestPostgres.ask(
                database.url(),
                "UPDATE connections SET sealed_credential = (SELECT sealed_verifier FROM consents) WHERE integration ="
                        + " '"
                        + last.key().integration() + "'");

        assertThatThrownBy(() -> rotation(database).configured(key(1), key(2)))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("connection:" + last.key().userId().value())
                .hasMessageEndingWith("nothing was changed");
        assertRefused(database, box(2));
        TestPostgres.ask(database.url(), "DELETE FROM connections WHERE kind = 'api_key'");
        assertThat(rotation(database).configured(key(1), key(2))).isEqualTo(SECRETS - 1);
    }

    @Test
    void a_wrong_old_key_an_equal_new_key_or_a_malformed_key_changes_nothing() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_refused", box(1));

        assertThatThrownBy(() -> rotation(database).configured(key(3), key(2)))
                .hasMessageContaining("made with another secret key");
        assertThatThrownBy(() -> rotation(database).configured(key(1), key(1)))
                .hasMessage("the new secret key is the old one");
        assertThatThrownBy(() -> rotation(database).configured(key(1), "hunter2"))
                .hasMessageStartingWith("GUILDHALL_NEW_SECRET_KEY must be base64")
                .hasMessageNotContaining("hunter2");
        assertThat(database.opensWith(box(1))).isTrue();
    }

    @Test
    void a_running_node_prevents_the_rotation() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_busy", box(1));

        try (Database running = Database.open(database.url(), box(1), PoolOptions.DEFAULT)) {
            assertThat(running.failure()).isEmpty();
            assertThatThrownBy(() -> rotation(database).configured(key(1), key(2)))
                    .hasMessageContaining("stop all of them first");
        }
        assertThat(database.opensWith(box(1))).isTrue();
    }

    @Test
    void a_random_key_that_only_its_owner_can_read_replaces_the_key_in_a_file() throws Exception {
        SecretBox old = boxOfTheFile();
        SealedDatabase database = SealedDatabase.filled("rotation_file", old);

        int secrets = rotation(database).ofFile(Optional.empty());

        assertThat(secrets).isEqualTo(SECRETS);
        assertThat(files()).containsExactly("secret.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(""))))
                .isEqualTo("rw-------");
        assertThat(database.opensWith(boxOfTheFile())).isTrue();
        assertRefused(database, old);
    }

    @Test
    void a_given_key_replaces_the_key_in_a_file() throws Exception {
        SealedDatabase database = SealedDatabase.filled("rotation_given", boxOfTheFile());

        rotation(database).ofFile(Optional.of(key(2)));

        assertThat(Files.readString(file(""))).isEqualTo(key(2) + "\n");
        assertThat(database.opensWith(box(2))).isTrue();
    }

    @Test
    void without_a_file_the_rotation_is_refused() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_nothing", box(1));

        assertThatThrownBy(() -> rotation(database).ofFile(Optional.empty())).hasMessageContaining("there is no");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    void the_next_start_completes_a_rotation_whose_process_was_killed(RotationCrash.Step last) throws Exception {
        SecretBox old = boxOfTheFile();
        SealedDatabase database =
                SealedDatabase.filled("rotation_start_" + last.name().toLowerCase(Locale.ROOT), old);
        RotationCrash.after(last, database.url(), folder);

        rotation(database).recover();
        SecretBox box = boxOfTheFile();

        assertThat(database.opensWith(box)).isTrue();
        assertThat(box.isUnderTheKeyOf(old)).isEqualTo(last == RotationCrash.Step.PREPARE);
        assertThat(files())
                .isEqualTo(
                        last == RotationCrash.Step.PREPARE
                                ? List.of("secret.key", "secret.key.new")
                                : List.of("secret.key"));
    }

    @ParameterizedTest
    @EnumSource
    void the_same_command_completes_a_rotation_whose_process_was_killed(RotationCrash.Step last) throws Exception {
        SecretBox old = boxOfTheFile();
        SealedDatabase database =
                SealedDatabase.filled("rotation_again_" + last.name().toLowerCase(Locale.ROOT), old);
        RotationCrash.after(last, database.url(), folder);

        int secrets = rotation(database).ofFile(Optional.empty());

        assertThat(secrets).isEqualTo(SECRETS);
        assertThat(files()).containsExactly("secret.key");
        assertThat(database.opensWith(boxOfTheFile())).isTrue();
        assertRefused(database, old);
    }

    @Test
    void a_file_that_may_have_the_key_of_the_database_is_not_overwritten() throws Exception {
        SealedDatabase database = SealedDatabase.filled("rotation_kept", boxOfTheFile());
        RotationCrash.after(RotationCrash.Step.RESEAL, database.url(), folder);
        String next = Files.readString(file(".new"));

        assertThatThrownBy(() -> rotation(database).ofFile(Optional.of(key(2))))
                .hasMessageContaining("has another key, of an interrupted rotation");
        assertThat(Files.readString(file(".new"))).isEqualTo(next);
    }

    @Test
    void a_start_without_a_rotation_changes_nothing() throws Exception {
        SealedDatabase database = SealedDatabase.filled("rotation_none", boxOfTheFile());
        String before = Files.readString(file(""));

        rotation(database).recover();

        assertThat(files()).containsExactly("secret.key");
        assertThat(Files.readString(file(""))).isEqualTo(before);
    }

    @Test
    void a_start_without_the_key_of_a_database_with_secrets_is_refused_before_a_key_is_created() throws Exception {
        SealedDatabase database = SealedDatabase.filled("rotation_missing", box(1));

        assertThatThrownBy(() -> rotation(database).recover())
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageStartingWith("there is no " + file(""));
        TestPostgres.ask(database.url(), "DELETE FROM installation");
        assertThatThrownBy(() -> rotation(database).recover()).isInstanceOf(DatabaseStartException.class);
        assertThat(files()).isEmpty();
    }

    @Test
    void a_database_without_secrets_can_start_without_a_key() throws Exception {
        TestPostgres.ask(TestPostgres.url(), "CREATE DATABASE rotation_empty");

        new SecretKeyRotation(TestPostgres.url().withDatabase("rotation_empty"), folder).recover();

        assertThat(files()).isEmpty();
    }

    @Test
    void a_wrong_key_is_refused_when_only_connections_have_secrets() throws SQLException {
        SealedDatabase database = SealedDatabase.filled("rotation_unmarked", box(1));
        TestPostgres.ask(database.url(), "DELETE FROM signing_keys; DELETE FROM oauth_states; DELETE FROM consents");

        assertThatThrownBy(() -> Database.open(database.url(), box(2), PoolOptions.DEFAULT))
                .hasMessageContaining("made with another secret key");
        TestPostgres.ask(database.url(), "DELETE FROM installation");
        assertThatThrownBy(() -> Database.open(database.url(), box(2), PoolOptions.DEFAULT))
                .hasMessageContaining("made with another secret key");
        Database.open(database.url(), box(1), PoolOptions.DEFAULT).close();
    }

    @Test
    void the_process_of_these_tests_is_killed() throws Exception {
        SealedDatabase database = SealedDatabase.filled("rotation_died", boxOfTheFile());

        Process process = RotationCrash.start(RotationCrash.Step.PREPARE, database.url(), folder);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(RotationCrash.KILLED);
        assertThat(file(".new")).isNotEmptyFile();
    }
}
