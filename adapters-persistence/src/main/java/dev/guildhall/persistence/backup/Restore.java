package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.db.Migrations;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.rotation.Installation;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretBoxException;
import dev.guildhall.persistence.secret.SecretKeyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Restores a backup into an empty data folder and an empty database. A backup of an older version is migrated. */
public final class Restore {
    /** Tables, views and sequences. */
    private static final String RELATIONS = """
        SELECT count(*) FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
            AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        """;

    private final Path file;
    private final BackupReader.Whole whole;
    private final Optional<String> configuredKey;

    private Restore(Path file, BackupReader.Whole whole, Optional<String> configuredKey) {
        this.file = file;
        this.whole = whole;
        this.configuredKey = configuredKey;
    }

    /**
     * Reads a whole backup and checks that it can be restored; changes nothing.
     *
     * @param configuredKey base64 of the secret key; absent means the one in the backup
     * @throws BackupFailure when it is cut short or damaged, was made by a newer version, or has another key, or was
     *     changed after it was sealed
     */
    public static Restore of(Path file, Optional<String> configuredKey) {
        StringBuilder stored = new StringBuilder();
        try {
            BackupReader.Whole whole = BackupReader.read(file, (entry, content) -> {
                if (entry.name().equals(BackupWriter.SECRET_KEY)) {
                    stored.append(new String(content.readAllBytes(), StandardCharsets.US_ASCII).strip());
                }
            });
            requireKnown(whole.manifest());
            Optional<SecretBox> key = key(
                    whole.manifest(),
                    configuredKey,
                    Optional.of(stored.toString()).filter(text -> !text.isEmpty()));
            key.ifPresent(box -> requireSealed(file, whole, box, configuredKey.isPresent()));
            return new Restore(file, whole, configuredKey);
        } catch (IOException | SQLException unreadable) {
            throw new BackupFailure("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static void requireKnown(BackupManifest manifest) {
        if (manifest.migrations().isEmpty() || !Migrations.known().containsAll(manifest.migrations())) {
            throw new BackupFailure("the backup was made by Guildhall " + manifest.version() + " with the tables of"
                    + " migration " + last(manifest) + "; this version knows those up to " + Migrations.latest()
                    + ": restore it with the version that made it, or a newer one");
        }
    }

    private static Optional<SecretBox> key(
            BackupManifest manifest, Optional<String> configured, Optional<String> stored) {
        Optional<SecretBox> box = configured
                .map(key -> SecretKeyFile.box("GUILDHALL_SECRET_KEY", key))
                .or(() -> stored.map(key -> SecretKeyFile.box("the key in the backup", key)));
        if (manifest.secretCheck().isPresent() && box.isEmpty()) {
            throw new BackupFailure("the backup has no secret key, since it was configured: set"
                    + " GUILDHALL_SECRET_KEY to the key of the installation");
        }
        if (manifest.secretCheck()
                .filter(check -> !Installation.opens(box.orElseThrow(), check))
                .isPresent()) {
            throw new BackupFailure("GUILDHALL_SECRET_KEY is not the key of the backup");
        }
        return box;
    }

    /** A backup that has the key itself may have no seal: then an earlier version made it. */
    private static void requireSealed(Path file, BackupReader.Whole whole, SecretBox key, boolean isConfigured) {
        if (whole.seal().isEmpty() && isConfigured) {
            throw new BackupFailure(file + " is not sealed with GUILDHALL_SECRET_KEY: it was changed, or an earlier"
                    + " version made it; restore such a backup with that version, and update the installation");
        }
        if (whole.seal().filter(seal -> !opens(key, seal, whole.digest())).isPresent()) {
            throw new BackupFailure(file + " was changed after it was made: its digest is not the sealed one");
        }
    }

    private static boolean opens(SecretBox key, String seal, String digest) {
        try {
            return key.open(seal, BackupWriter.SEAL).equals(digest);
        } catch (SecretBoxException ofAnotherKey) {
            return false;
        }
    }

    private static String last(BackupManifest manifest) {
        return manifest.migrations().isEmpty()
                ? "0"
                : manifest.migrations().getLast().split(" ")[0];
    }

    /**
     * Restores the backup. When that fails, both are empty again; when the process is killed, a server refuses the
     * folder.
     *
     * @param folder locked by the caller, and empty but for the database that the caller has started in it
     * @throws BackupFailure also when the database is not empty
     */
    public Backup.Summary into(DatabaseUrl url, DataFolder folder) {
        requireEmpty(url);
        folder.beginRestore();
        try {
            Backup.Summary summary = copy(url, folder);
            Database.open(url, SecretKeyFile.open(configuredKey, folder.path())).close();
            folder.endRestore();
            return summary;
        } catch (SQLException failed) {
            undo(url, failed);
            throw new BackupFailure("the restore failed at the database: " + failed.getMessage(), failed);
        } catch (IOException failed) {
            undo(url, failed);
            throw new BackupFailure("the restore failed: " + failed, failed);
        } catch (RuntimeException failed) {
            undo(url, failed);
            throw failed;
        }
    }

    private static void requireEmpty(DatabaseUrl url) {
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(RELATIONS)) {
            if (count.next() && count.getLong(1) > 0) {
                throw new BackupFailure("the database at " + url.address() + " is not empty: name an empty one");
            }
        } catch (SQLException failed) {
            throw new BackupFailure("cannot use the database at " + url.address() + ": " + failed.getMessage(), failed);
        }
    }

    private Backup.Summary copy(DatabaseUrl url, DataFolder folder) throws SQLException, IOException {
        BackupManifest manifest = whole.manifest();
        Schema.create(url, last(manifest));
        try (Connection connection = Backup.connect(url)) {
            TableLoad tables = new TableLoad(connection, manifest.columns());
            FileLoad files = new FileLoad(folder.path());
            BackupReader.Whole again = BackupReader.read(file, (entry, content) -> {
                if (entry.name().startsWith(BackupWriter.DATABASE)) {
                    List<String> names = List.of(entry.name().split("/"));
                    tables.add(names.get(1), content);
                } else if (entry.name().startsWith(BackupWriter.DATA)) {
                    files.add(entry, content);
                }
            });
            if (!again.equals(whole)) {
                throw new BackupFailure(file + " was replaced while it was restored");
            }
            long rows = tables.finish();
            connection.commit();
            return new Backup.Summary(manifest.version(), rows, files.finish());
        }
    }

    private static void undo(DatabaseUrl url, Exception failure) {
        try {
            Schema.clear(url);
        } catch (RuntimeException left) {
            failure.addSuppressed(left);
        }
    }
}
