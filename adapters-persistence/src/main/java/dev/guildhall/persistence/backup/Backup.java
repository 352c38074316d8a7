package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.db.Migrations;
import dev.guildhall.persistence.disk.SweepLock;
import dev.guildhall.persistence.folder.PrivateFile;
import dev.guildhall.persistence.rotation.Installation;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Writes an installation into one file, while its servers may be running. First come all tables as one snapshot of the
 * database has them, then the files of the data folder. A file is written before the row that refers to it, and none is
 * removed during the backup, so all files that the snapshot refers to are in the backup. It also has the secret key,
 * unless that is configured, and is made only when the key opens the secrets of the snapshot. The digest of the backup is
 * sealed with the key.
 */
public final class Backup {
    private static final Logger LOG = System.getLogger(Backup.class.getName());

    private static final Set<String> KEYS =
            Set.of(SecretKeyFile.NAME, SecretKeyFile.NAME + ".new", SecretKeyFile.NAME + ".old");

    private final DatabaseUrl url;
    private final DataFolder folder;
    private final Optional<String> configuredKey;
    private final String version;
    private final InstantSource clock;

    /**
     * Creates the backup of an installation.
     *
     * @param configuredKey base64 of the secret key; absent means the one in the data folder
     * @param version of the program
     */
    public Backup(
            DatabaseUrl url, DataFolder folder, Optional<String> configuredKey, String version, InstantSource clock) {
        this.url = url;
        this.folder = folder;
        this.configuredKey = configuredKey;
        this.version = version;
        this.clock = clock;
    }

    /**
     * What a backup or a restore has copied.
     *
     * @param version of the program that made the backup
     * @param files of the data folder, without links and without the secret key
     */
    public record Summary(String version, long rows, long files) {}

    /**
     * Writes the backup; its file appears when it is complete.
     *
     * @throws BackupFailure when it cannot be made; no file is left then
     */
    public Summary write(Path file) {
        Deque<SweepLock> locks = new ArrayDeque<>();
        try (BackupWriter backup = BackupWriter.create(file)) {
            for (String content : folder.contents()) {
                if (Files.isDirectory(folder.path().resolve(content))) {
                    locks.push(SweepLock.forBackup(folder.path().resolve(content)));
                }
            }
            Optional<String> key;
            long rows;
            try (Connection connection = connect(url)) {
                BackupManifest manifest = begin(connection);
                byte[] json = manifest.json().getBytes(StandardCharsets.UTF_8);
                backup.add(BackupWriter.MANIFEST, json, json.length);
                key = key(manifest);
                rows = tables(connection, manifest, backup);
                connection.rollback();
            }
            if (configuredKey.isEmpty() && key.isPresent()) {
                byte[] text = (key.get() + "\n").getBytes(StandardCharsets.US_ASCII);
                backup.add(BackupWriter.SECRET_KEY, text, text.length);
            }
            long files = folder.write(KEYS, backup);
            backup.finish(key.map(known -> SecretKeyFile.box("the secret key", known)));
            return new Summary(version, rows, files);
        } catch (SQLException failed) {
            throw new BackupFailure("the backup failed at the database: " + failed.getMessage(), failed);
        } catch (IOException failed) {
            throw new BackupFailure("the backup failed: " + failed, failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new BackupFailure("the backup was interrupted", stopped);
        } finally {
            locks.forEach(Backup::release);
        }
    }

    private static void release(SweepLock lock) {
        try {
            lock.close();
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "the operating system releases the lock when the process ends", left);
        }
    }

    /** A connection without bounds of time: one statement copies a table, however long it is. */
    static Connection connect(DatabaseUrl url) throws SQLException {
        PGSimpleDataSource source = url.dataSource();
        source.setSocketTimeout(0);
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        execute(connection, "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
        connection.commit();
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Takes the snapshot, with the transaction's first query. */
    private BackupManifest begin(Connection connection) throws SQLException {
        execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        List<String> migrations = Migrations.applied(connection);
        try (Handle handle = Jdbi.create(connection).open()) {
            return new BackupManifest(
                    version,
                    clock.instant(),
                    migrations,
                    Installation.check(handle),
                    new TableDump(connection).columns());
        }
    }

    private static long tables(Connection connection, BackupManifest manifest, BackupWriter backup)
            throws SQLException, IOException {
        TableDump dump = new TableDump(connection);
        long rows = 0;
        for (Map.Entry<String, List<String>> table : manifest.columns().entrySet()) {
            rows += dump.write(table.getKey(), table.getValue(), backup);
        }
        return rows;
    }

    /**
     * The key, which is put into the backup unless it is configured; empty when there is none yet. After an interrupted
     * rotation, the new key may be the one that the snapshot has.
     */
    private Optional<String> key(BackupManifest manifest) throws IOException {
        if (configuredKey.isPresent()) {
            requireOpen(manifest, SecretKeyFile.box("GUILDHALL_SECRET_KEY", configuredKey.get()));
            return configuredKey;
        }
        Set<String> found = new HashSet<>();
        for (Path path : Stream.of(SecretKeyFile.NAME, SecretKeyFile.NAME + ".new")
                .map(folder.path()::resolve)
                .toList()) {
            if (Files.exists(path)) {
                String key = PrivateFile.read(path);
                SecretBox box = SecretKeyFile.box(path.toString(), key);
                found.add(key);
                if (manifest.secretCheck()
                        .filter(check -> Installation.opens(box, check))
                        .isPresent()) {
                    return Optional.of(key);
                }
            }
        }
        if (manifest.secretCheck().isPresent()) {
            throw new BackupFailure("the secret key in " + folder.path() + " is not the one of the database: put back"
                    + " the one it had, or run the backup again if the key is being replaced");
        }
        return found.stream().findFirst();
    }

    private static void requireOpen(BackupManifest manifest, SecretBox box) {
        if (manifest.secretCheck()
                .filter(check -> !Installation.opens(box, check))
                .isPresent()) {
            throw new BackupFailure("GUILDHALL_SECRET_KEY is not the key of the database");
        }
    }
}
