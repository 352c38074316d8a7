package dev.guildhall.persistence;

import dev.guildhall.ports.storage.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** One PostgreSQL with one open database for all tests of this JVM, started when the first of them asks. */
final class TestPostgres {
    static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();
    static final PostgresOptions OPTIONS = new PostgresOptions(false, Optional.empty(), Optional.of(BINARIES));
    static final SecretBox BOX = new SecretBox(new byte[SecretBox.KEY_BYTES]);

    private static final TestPostgres INSTANCE = new TestPostgres();

    private final Path folder;
    private final PostgresProcess process;
    private final Database database;
    private final Pool pool;
    private final Db db;

    private TestPostgres() {
        try {
            folder = Files.createTempDirectory("guildhall-test-");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        process = PostgresProcess.start(folder, OPTIONS);
        PostgresProcessTest.asSuperuser(folder, process.url(), "ALTER ROLE guildhall_app CREATEDB");
        database = Database.open(process.url(), BOX);
        pool = new Pool(process.url(), PoolOptions.DEFAULT);
        db = new Db(pool);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    static DatabaseUrl url() {
        return INSTANCE.process.url();
    }

    static Database database() {
        return INSTANCE.database;
    }

    /** For stores that are made by hand; such ones share their transactions with {@link #stores(Db, SecretBox)} of this. */
    static Db db() {
        return INSTANCE.db;
    }

    /** The stores of another way to a database; its queue has no connections of its own. */
    static Stores stores(Db db, SecretBox box) {
        TaskHintListeners hints = new TaskHintListeners();
        return PostgresStores.of(db, box, new PgTaskStore(db, db, hints, hints, LowWaterMarks.atBottom()));
    }

    static Stores stores() {
        return INSTANCE.database.stores();
    }

    private void close() {
        try {
            pool.close();
            database.close();
            process.close();
            Folders.delete(folder);
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
