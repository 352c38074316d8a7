package dev.guildhall.app.queue;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.db.DatabaseUrl;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.persistence.secret.SecretBox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** One PostgreSQL, restarted on the same port after it is killed, for all processes that share a queue in tests. */
public final class QueueDatabase {
    /** The key of all that use it. */
    static final SecretBox BOX = new SecretBox(new byte[SecretBox.KEY_BYTES]);

    private final Path folder;
    private final PostgresProcess process;

    private QueueDatabase() {
        try {
            folder = Files.createTempDirectory("guildhall-queue-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        process = PostgresProcess.start(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Started at the first use, which a node never makes. */
    private static final class Ours {
        private static final QueueDatabase DATABASE = new QueueDatabase();
    }

    /** The one of this JVM. */
    public static QueueDatabase ours() {
        return Ours.DATABASE;
    }

    /** Its address for the configuration. */
    public String url() {
        DatabaseUrl url = process.url();
        return "postgresql://" + url.user() + ":" + url.password() + "@" + url.address() + "?sslmode=disable";
    }

    /** A connection to it from this process. */
    Database open() {
        return Database.open(process.url(), BOX);
    }

    /** Sends SIGKILL: nothing is flushed. It is restarted automatically. */
    public void kill() {
        try {
            Path pid = folder.resolve("postgres").resolve("data").resolve("postmaster.pid");
            long server = Long.parseLong(Files.readAllLines(pid).getFirst().strip());
            ProcessHandle.of(server).orElseThrow().destroyForcibly();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
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
