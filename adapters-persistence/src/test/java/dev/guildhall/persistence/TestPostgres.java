package dev.guildhall.persistence;

import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.embedded.PostgresOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.embedded.PostgresProcessIT;
import dev.guildhall.persistence.folder.Folders;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.store.PostgresStores;
import dev.guildhall.persistence.task.PgTaskStore;
import dev.guildhall.persistence.task.QueueEvents;
import dev.guildhall.ports.storage.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** One PostgreSQL server with one open database for all tests of this JVM. The first test that needs it starts it. */
public final class TestPostgres {
    static final Path BINARIES = Path.of("target", "postgres-binaries").toAbsolutePath();
    public static final PostgresOptions OPTIONS = new PostgresOptions(false, Optional.empty(), Optional.of(BINARIES));
    public static final SecretBox BOX = new SecretBox(new byte[SecretBox.KEY_BYTES]);

    private static final TestPostgres INSTANCE = new TestPostgres();

    private final Path folder;
    private final PostgresProcess process;
    private final DatabaseUrl url;
    private final Database database;
    private final Pool pool;
    private final Db db;

    private TestPostgres() {
        try {
            folder = Files.createTempDirectory("guildhall-test-");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        process = start(folder);
        PostgresProcessIT.asSuperuser(folder, process.url(), "ALTER ROLE guildhall_app CREATEDB");
        Schema.migrate(process.url(), 1);
        url = copy(process.url().withDatabase("postgres"), "tests");
        database = Database.open(url, BOX);
        pool = new Pool(url.dataSource(), PoolOptions.DEFAULT);
        db = new Db(pool);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Several test JVMs share the unpacked programs: the first one unpacks them. */
    private static PostgresProcess start(Path folder) {
        try {
            Files.createDirectories(BINARIES);
            try (FileChannel file = FileChannel.open(
                            BINARIES.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = file.lock()) {
                if (!held.isValid()) {
                    throw new IllegalStateException("not locked");
                }
                return PostgresProcess.start(folder, OPTIONS);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Copies the server's own database, which nothing else uses: its tables stay empty. */
    private DatabaseUrl copy(DatabaseUrl connected, String name) {
        try {
            ask(
                    connected,
                    "CREATE DATABASE " + name + " TEMPLATE " + process.url().database());
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return connected.withDatabase(name);
    }

    /** A new database with empty tables: a copy, because the migrations take longer than most tests. */
    public static DatabaseUrl newDatabase(String name) {
        return INSTANCE.copy(url(), name);
    }

    public static DatabaseUrl url() {
        return INSTANCE.url;
    }

    public static Database database() {
        return INSTANCE.database;
    }

    /**
     * For stores that a test creates itself; they share transactions with the {@link #stores(Db, SecretBox)} of the
     * same object.
     */
    public static Db db() {
        return INSTANCE.db;
    }

    /** Stores with other connections to a database. Their queue uses the same connections. */
    public static Stores stores(Db db, SecretBox box) {
        return PostgresStores.of(db, box, new PgTaskStore(db, db, new QueueEvents()));
    }

    public static Stores stores() {
        return INSTANCE.database.stores();
    }

    /** Executes a statement; returns the first column of its first row, or an empty text. */
    public static String ask(DatabaseUrl url, String sql) throws SQLException {
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet row = statement.getResultSet();
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** The only column of the only row of a query with a parameter. */
    public static String text(String sql, String parameter) {
        return db().with(handle ->
                handle.select(sql, parameter).mapTo(String.class).one());
    }

    /** Waits until a statement that contains a text, in any database, waits for a lock. */
    public static void awaitBlocked(String text) {
        String sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND position(:text IN query) > 0";
        while (!db().exists(sql, Map.of("text", text))) {
            Thread.yield();
        }
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
