package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.core.Parts;
import dev.guildhall.http.run.LinkSigner;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.disk.DiskPendingUsage;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.rotation.SecretKeyRotation;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.Gauge;
import dev.guildhall.ports.ReadinessCheck;
import dev.guildhall.ports.account.SetupToken;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The storage of all data: an embedded PostgreSQL, another PostgreSQL, or memory. */
final class Storage implements AutoCloseable {
    /** The name of the directory with the usage that the database does not have yet. */
    static final String USAGE = "usage";

    private final Optional<Database> database;
    private final Closer closing;

    private Storage(Optional<Database> database, Closer closing) {
        this.database = database;
        this.closing = closing;
    }

    /** Opens the storage on a thread of its own. */
    static CompletableFuture<Storage> opening(Config config) {
        return CompletableFuture.supplyAsync(
                () -> open(config), task -> Thread.ofVirtual().name("storage").start(task));
    }

    private static Storage open(Config config) {
        Closer closing = new Closer();
        try {
            return new Storage(database(config, closing), closing);
        } catch (RuntimeException failure) {
            closing.close();
            throw failure;
        }
    }

    private static Optional<Database> database(Config config, Closer closing) {
        if (config.database() instanceof Config.Database.External(String address)) {
            DatabaseUrl url = DatabaseUrl.parse(address);
            closing.keep(DataDirectory.share(config.dataDir(), () -> key(config, url)));
            return Optional.of(
                    closing.keep(Database.open(url, SecretKeyFile.openExisting(config.secretKey(), config.dataDir()))));
        }
        if (config.database() instanceof Config.Database.Memory) {
            DataDirectory.check(config.dataDir());
            SecretKeyFile.check(config.secretKey(), config.dataDir());
        }
        return address(config, closing).map(url -> closing.keep(Database.open(url, key(config, url))));
    }

    /**
     * Locks the data directory exclusively and finds the database; starts it when it is the embedded one.
     *
     * @return empty when all data is in memory
     */
    static Optional<DatabaseUrl> address(Config config, Closer closing) {
        return switch (config.database()) {
            case Config.Database.Memory ignored -> Optional.empty();
            case Config.Database.Embedded ignored -> {
                closing.keep(DataDirectory.hold(config.dataDir()));
                yield Optional.of(
                        closing.keep(PostgresProcess.start(config.dataDir())).url());
            }
            case Config.Database.External(String url) -> {
                closing.keep(DataDirectory.hold(config.dataDir()));
                yield Optional.of(DatabaseUrl.parse(url));
            }
        };
    }

    /** The installation's key; before, a key file is created, or a pending rotation of it is finished. */
    private static SecretBox key(Config config, DatabaseUrl url) {
        if (config.secretKey().isEmpty()) {
            new SecretKeyRotation(url, config.dataDir()).recover();
        }
        return SecretKeyFile.open(config.secretKey(), config.dataDir());
    }

    /** Puts the stores into the parts of a core; without a database the in-memory stores remain. */
    Parts install(Config config, Parts parts) {
        database.ifPresent(open -> parts.stores(open.stores())
                .pendingUsage(closing.keep(new DiskPendingUsage(config.dataDir().resolve(USAGE)))));
        return parts;
    }

    /** The key that links are signed with; without a database it exists only as long as the process, like the runs. */
    byte[] linkKey() {
        return key("links");
    }

    /** The token that makes the first admin: the same on every node and after each start. */
    SetupToken setupToken() {
        return new SetupToken(Base64.getUrlEncoder().withoutPadding().encodeToString(key("setup")));
    }

    private byte[] key(String purpose) {
        return database.map(open -> open.derivedKey(purpose)).orElseGet(() -> {
            byte[] random = new byte[LinkSigner.KEY_BYTES];
            new SecureRandom().nextBytes(random);
            return random;
        });
    }

    List<ReadinessCheck> checks() {
        return database.<List<ReadinessCheck>>map(List::of).orElse(List.of());
    }

    List<Gauge> gauges() {
        return database.map(Database::gauges).orElse(List.of());
    }

    @Override
    public void close() {
        closing.close();
    }
}
