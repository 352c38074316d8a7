package dev.guildhall.app;

import dev.guildhall.app.config.BuildVersion;
import dev.guildhall.app.config.Config;
import dev.guildhall.persistence.backup.Backup;
import dev.guildhall.persistence.backup.Restore;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.embedded.PostgresProcess;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Backs up an installation, whether its server runs or not, and restores it. */
final class BackupCommand {
    private BackupCommand() {}

    /**
     * Writes a backup.
     *
     * @return a message for the operator
     */
    static String backup(Config config, Path file) {
        if (file.toAbsolutePath()
                .normalize()
                .startsWith(config.dataDir().toAbsolutePath().normalize())) {
            throw new StartFailure("the backup must be outside the data directory " + config.dataDir());
        }
        try (Closer closing = closedAtExit()) {
            Backup backup = new Backup(
                    database(config, closing),
                    DataDirectory.toBackUp(config.dataDir()),
                    config.secretKey(),
                    BuildVersion.text(),
                    InstantSource.system());
            Backup.Summary written = backup.write(file);
            return file + " contains " + counts(written)
                    + (config.secretKey().isEmpty()
                            ? ", and the secret key: protect it like the data directory"
                            : "; it does not contain GUILDHALL_SECRET_KEY, which a restore needs");
        }
    }

    private static DatabaseUrl database(Config config, Closer closing) {
        return switch (config.database()) {
            case Config.Database.Memory ignored -> throw inMemory();
            case Config.Database.External(String url) -> DatabaseUrl.parse(url);
            case Config.Database.Embedded ignored -> embedded(config.dataDir(), closing);
        };
    }

    private static DatabaseUrl embedded(Path dataDir, Closer closing) {
        if (!PostgresProcess.exists(dataDir)) {
            throw new StartFailure("there is no database in the data directory " + dataDir);
        }
        Optional<DataDirectory> alone = DataDirectory.tryHold(dataDir);
        if (alone.isPresent()) {
            closing.keep(alone.get());
            return closing.keep(PostgresProcess.start(dataDir)).url();
        }
        return PostgresProcess.running(dataDir)
                .orElseThrow(() -> new StartFailure("the data directory " + dataDir
                        + " is in use by a process that is starting or stopping: try again"));
    }

    /**
     * Restores a backup.
     *
     * @return a message for the operator
     */
    static String restore(Config config, Path file) {
        if (config.database() instanceof Config.Database.Memory) {
            throw inMemory();
        }
        Restore restore = Restore.of(file, config.secretKey());
        try (Closer closing = closedAtExit()) {
            DataDirectory directory = closing.keep(DataDirectory.hold(config.dataDir()));
            directory.requireEmpty();
            try (Closer database = closing.keep(new Closer())) {
                Backup.Summary restored = restore.into(url(config, database), DataDirectory.toBackUp(config.dataDir()));
                return counts(restored) + " are restored from a backup of Guildhall " + restored.version()
                        + "; the server can be started";
            } catch (RuntimeException failed) {
                directory.clear();
                throw failed;
            }
        }
    }

    private static DatabaseUrl url(Config config, Closer closing) {
        return config.database() instanceof Config.Database.External(String url)
                ? DatabaseUrl.parse(url)
                : closing.keep(PostgresProcess.start(config.dataDir())).url();
    }

    private static StartFailure inMemory() {
        return new StartFailure("the database is in memory, so there is nothing to back up or restore");
    }

    private static String counts(Backup.Summary summary) {
        return String.format("%,d rows and %,d files", summary.rows(), summary.files());
    }

    /** A signal ends the process without leaving the statements that it runs; the database would run on. */
    private static Closer closedAtExit() {
        Closer closing = new Closer();
        Runtime.getRuntime().addShutdownHook(new Thread(closing::close));
        return closing;
    }
}
