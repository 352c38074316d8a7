package dev.guildhall.app;

import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.embedded.PostgresProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * One PostgreSQL server for all tests of this JVM, with a database for each that needs one. It is restarted on the same
 * port after it is killed. The first test that needs it starts it. Thread-safe.
 */
public final class TestPostgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Path folder;
    private final PostgresProcess process;

    private TestPostgres() {
        try {
            folder = Files.createTempDirectory("guildhall-test-");
            ServerCache.get().lendPostgres(folder);
            process = PostgresProcess.start(folder);
            String password =
                    Files.readString(folder.resolve("postgres/password")).strip();
            DatabaseUrl own = process.url();
            execute(
                    new DatabaseUrl(own.servers(), own.database(), "guildhall", password, own.parameters()),
                    "ALTER ROLE " + own.user() + " CREATEDB");
        } catch (IOException | SQLException failed) {
            throw new IllegalStateException(failed);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Initialized at the first use. */
    private static final class Ours {
        private static final TestPostgres SERVER = new TestPostgres();
    }

    /** A new database with empty tables: a copy, because the migrations take longer than most tests. */
    public static DatabaseUrl newDatabase() {
        DatabaseUrl empty = Ours.SERVER.process.url();
        String name = "test_" + DATABASES.incrementAndGet();
        try {
            execute(empty.withDatabase("postgres"), "CREATE DATABASE " + name + " TEMPLATE " + empty.database());
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return empty.withDatabase(name);
    }

    /** As {@link #newDatabase}: its address for the configuration. */
    public static String newAddress() {
        return address(newDatabase());
    }

    /** The address of a database for the configuration. */
    public static String address(DatabaseUrl url) {
        return "postgresql://" + url.user() + ":" + url.password() + "@" + url.address() + "?sslmode=disable";
    }

    /** Sends SIGKILL: nothing is flushed. */
    static void kill() {
        try {
            Path pid = Ours.SERVER.folder.resolve("postgres/data/postmaster.pid");
            long server = Long.parseLong(Files.readAllLines(pid).getFirst().strip());
            ProcessHandle.of(server).orElseThrow().destroyForcibly();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void execute(DatabaseUrl url, String sql) throws SQLException {
        try (Connection connection = url.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void close() {
        process.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
