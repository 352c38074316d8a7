package dev.guildhall.persistence.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.disk.DiskBlobStore;
import dev.guildhall.persistence.disk.SweepLock;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.run.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupIT {
    private static final String USER = "INSERT INTO users (id, email, password_hash, active_profile_id, created_at)"
            + " SELECT 'usr_' || n, n || '@example.org', E'h\\t\\\\\\n"
            + "', 'é', now() FROM generate_series(1, 500) n";

    private static int databases;

    @TempDir
    private Path folder;

    private DataFolder from;
    private DataFolder to;
    private Path file;

    @BeforeEach
    void createFolders() throws IOException {
        from = data("from");
        to = data("to");
        file = folder.resolve("backup");
    }

    private DataFolder data(String name) throws IOException {
        return new DataFolder(
                Files.createDirectory(folder.resolve(name)).toRealPath(),
                List.of("files"),
                Set.of("postgres", "guildhall.lock"));
    }

    private static String newDatabase() throws SQLException {
        String name = "backup_" + databases++;
        execute(TestPostgres.url(), "CREATE DATABASE " + name);
        return name;
    }

    private static DatabaseUrl empty() throws SQLException {
        return TestPostgres.url().withDatabase(newDatabase());
    }

    /** A database with users, and a data folder with a key, content and a suite. */
    private DatabaseUrl filled() throws SQLException, IOException {
        DatabaseUrl url = TestPostgres.newDatabase("backup_" + databases++);
        Database.open(url, SecretKeyFile.open(Optional.empty(), from.path())).close();
        fill(url);
        return url;
    }

    private void fill(DatabaseUrl url) throws SQLException, IOException {
        execute(url, USER);
        execute(
                url,
                "INSERT INTO baselines (suite, platform, key, number, is_current, project, file, name, sha256,"
                    + " browser_version, at, by_user) VALUES ('s', 'p', 'k', 1, true, 'p', 'f', 'n', 'x', '1', now(),"
                    + " 'u')");
        put("a text");
        Files.createDirectories(from.path().resolve("suites"));
        Files.writeString(from.path().resolve("suites/run.sh"), "#!/bin/sh");
        assertThat(from.path().resolve("suites/run.sh").toFile().setExecutable(true))
                .isTrue();
        Files.createSymbolicLink(from.path().resolve("suites/link"), Path.of("run.sh"));
        Files.createDirectories(from.path().resolve("postgres"));
        Files.writeString(from.path().resolve("postgres/x"), "left out");
    }

    private BlobStore.Blob put(String text) {
        return new DiskBlobStore(from.path().resolve("files"), InstantSource.system())
                .put(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1000);
    }

    private Backup.Summary backUp(DatabaseUrl url) {
        return new Backup(url, from, Optional.empty(), "1", InstantSource.system()).write(file);
    }

    private Backup.Summary restore(DatabaseUrl url) {
        return Restore.of(file, Optional.empty()).into(url, to);
    }

    private static void execute(DatabaseUrl url, String sql) throws SQLException {
        new OlderDatabase(url).execute(sql);
    }

    private static List<String> query(DatabaseUrl url, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
        }
        return rows;
    }

    @Test
    void a_restored_installation_has_all_rows_and_files_and_opens_with_the_restored_key() throws Exception {
        DatabaseUrl url = filled();
        DatabaseUrl restored = empty();

        Backup.Summary written = backUp(url);
        Backup.Summary read = restore(restored);

        String users = "SELECT users::text FROM users ORDER BY id";
        assertThat(query(restored, users)).hasSize(500).isEqualTo(query(url, users));
        assertThat(read.rows()).isEqualTo(written.rows()).isGreaterThan(500);
        // A file of a user and a suite's script; neither the link to it nor the secret key.
        assertThat(written.files()).isEqualTo(2);
        assertThat(read.files()).isEqualTo(2);
        assertThat(Files.readString(to.path().resolve("secret.key")))
                .isEqualTo(Files.readString(from.path().resolve("secret.key")));
        assertThat(new DiskBlobStore(to.path().resolve("files"), InstantSource.system())
                        .find(put("a text").content()))
                .isPresent();
        assertThat(Files.isExecutable(to.path().resolve("suites/link"))).isTrue();
        assertThat(to.path().resolve("postgres")).doesNotExist();
        assertThat(DataFolder.isIncomplete(to.path())).isFalse();
    }

    @Test
    void a_sequence_continues_after_the_restored_values() throws Exception {
        backUp(filled());
        DatabaseUrl restored = empty();
        restore(restored);

        execute(
                restored,
                "INSERT INTO baselines (suite, platform, key, number, is_current, project, file, name, sha256,"
                    + " browser_version, at, by_user) VALUES ('s', 'p', 'l', 1, true, 'p', 'f', 'n', 'x', '1', now(),"
                    + " 'u')");

        assertThat(query(restored, "SELECT id::text FROM baselines ORDER BY id"))
                .containsExactly("1", "2");
    }

    @Test
    void a_backup_of_an_older_version_is_migrated() throws Exception {
        DatabaseUrl url = OlderDatabase.at("29", "backup_older").url();
        fill(url);
        SecretKeyFile.open(Optional.empty(), from.path());
        DatabaseUrl restored = empty();

        backUp(url);
        restore(restored);

        assertThat(query(restored, "SELECT id FROM users")).hasSize(500);
        assertThat(query(restored, "SELECT id FROM files")).isEmpty();
    }

    @Test
    void a_backup_of_a_newer_version_is_refused() throws Exception {
        DatabaseUrl url = filled();
        execute(
                url,
                "INSERT INTO flyway_schema_history SELECT installed_rank + 1, '999', description, type, script, 5,"
                        + " installed_by, installed_on, 1, true FROM flyway_schema_history ORDER BY installed_rank DESC"
                        + " LIMIT 1");

        backUp(url);

        assertThatThrownBy(() -> Restore.of(file, Optional.empty()))
                .isInstanceOf(BackupFailure.class)
                .hasMessageContaining("migration 999");
    }

    @Test
    void a_database_that_is_not_empty_is_refused_and_unchanged() throws Exception {
        backUp(filled());
        DatabaseUrl used = empty();
        execute(used, "CREATE TABLE other (id text)");

        assertThatThrownBy(() -> restore(used)).hasMessageContaining("is not empty");

        assertThat(query(used, "SELECT relname FROM pg_class WHERE relname = 'other'"))
                .hasSize(1);
        assertThat(to.path()).isEmptyDirectory();
    }

    @Test
    void a_restore_that_fails_leaves_the_database_empty() throws Exception {
        backUp(filled());
        DatabaseUrl restored = empty();
        Files.createDirectories(to.path().resolve("suites"));
        Files.writeString(to.path().resolve("suites/run.sh"), "in the way");

        assertThatThrownBy(() -> restore(restored)).hasMessageContaining("the restore failed");

        assertThat(query(restored, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
                .isEmpty();
        assertThat(DataFolder.isIncomplete(to.path())).isTrue();
    }

    @Test
    void a_backup_is_refused_while_the_key_is_not_that_of_the_database() throws Exception {
        DatabaseUrl url = filled();
        Files.delete(from.path().resolve("secret.key"));
        SecretKeyFile.open(Optional.empty(), from.path());

        assertThatThrownBy(() -> backUp(url)).hasMessageContaining("is not the one of the database");

        assertThat(file).doesNotExist();
    }

    @Test
    void a_configured_key_is_not_in_the_backup_and_a_restore_needs_it() throws Exception {
        DatabaseUrl url = filled();
        String key = Files.readString(from.path().resolve("secret.key")).strip();
        Files.delete(from.path().resolve("secret.key"));
        DatabaseUrl restored = empty();

        new Backup(url, from, Optional.of(key), "1", InstantSource.system()).write(file);

        assertThatThrownBy(() -> Restore.of(file, Optional.empty())).hasMessageContaining("set GUILDHALL_SECRET_KEY");
        assertThatThrownBy(() -> Restore.of(file, Optional.of(SecretKeyFile.randomKey())))
                .hasMessageContaining("is not the key of the backup");
        Restore.of(file, Optional.of(key)).into(restored, to);
        assertThat(to.path().resolve("secret.key")).doesNotExist();
    }

    @Test
    void a_changed_backup_with_a_digest_of_its_own_was_restored() throws Exception {
        DatabaseUrl url = filled();
        String key = Files.readString(from.path().resolve("secret.key")).strip();
        Files.delete(from.path().resolve("secret.key"));
        new Backup(url, from, Optional.of(key), "1", InstantSource.system()).write(file);
        Optional<SecretBox> other = Optional.of(SecretKeyFile.box("another key", SecretKeyFile.randomKey()));
        Path unsealed = forged(Optional.empty());
        Path sealed = forged(other);

        assertThat(Restore.of(file, Optional.of(key))).isNotNull();
        assertThatThrownBy(() -> Restore.of(unsealed, Optional.of(key)))
                .hasMessageContaining("is not sealed with GUILDHALL_SECRET_KEY");
        assertThatThrownBy(() -> Restore.of(sealed, Optional.of(key)))
                .hasMessageContaining("was changed after it was made");
    }

    /** The backup with another row, and with the digest of its new content. */
    private Path forged(Optional<SecretBox> key) throws Exception {
        Path forged = file.resolveSibling("forged-" + key.isPresent());
        try (BackupWriter writer = BackupWriter.create(forged)) {
            byte[] manifest = BackupReader.read(file, (entry, content) -> {})
                    .manifest()
                    .json()
                    .getBytes(StandardCharsets.UTF_8);
            writer.add(BackupWriter.MANIFEST, manifest, manifest.length);
            BackupReader.read(file, (entry, content) -> {
                byte[] bytes = new String(content.readAllBytes(), StandardCharsets.ISO_8859_1)
                        .replace("ada@", "eve@")
                        .getBytes(StandardCharsets.ISO_8859_1);
                writer.add(entry.name(), bytes, bytes.length);
            });
            writer.finish(key);
        }
        return forged;
    }

    @Test
    void no_content_is_swept_while_a_backup_is_made() throws Exception {
        BlobStore.Blob blob = put("no row refers to it");
        BlobStore store = new DiskBlobStore(from.path().resolve("files"), InstantSource.system());

        try (SweepLock backup = SweepLock.forBackup(from.path().resolve("files"))) {
            store.sweep(Instant.MAX, _ -> Set.of());
            assertThat(store.find(blob.content())).as("during %s", backup).isPresent();
        }
        store.sweep(Instant.MAX, _ -> Set.of());

        assertThat(store.find(blob.content())).isEmpty();
    }
}
