package dev.guildhall.app.queue;

import dev.guildhall.app.ServerCache;
import dev.guildhall.app.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A {@link QueueNode} that runs, or has run. Confined to the test's thread. */
final class NodeProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;

    private final Process process;
    private final Path log;
    private OptionalLong killed = OptionalLong.empty();

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a node on this database; it begins to work as soon as it can. */
    static NodeProcess launch(Path folder, String name, DatabaseUrl database, Duration lease, int workers) {
        Path log = folder.resolve(name + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ServerCache.get().options());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-classpath",
                ServerCache.get().classPath(),
                QueueNode.class.getName(),
                name,
                log.toString(),
                Long.toString(lease.toMillis()),
                Integer.toString(workers)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".txt").toFile());
        builder.environment().put(QueueNode.DATABASE, TestPostgres.address(database));
        try {
            return new NodeProcess(builder.start(), log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Whether it already claims tasks. */
    boolean isUp() {
        if (!process.isAlive() && killed.isEmpty()) {
            throw new IllegalStateException("it has ended by itself, see " + log);
        }
        return Files.exists(log);
    }

    List<WorkLog.Entry> entries() {
        return WorkLog.read(log);
    }

    /** How many attempts it has begun. */
    long begun() {
        return entries().stream()
                .filter(entry -> entry.word() == WorkLog.Word.BEGUN)
                .count();
    }

    /** When it was killed, by the clock of the log; absent when it was not. */
    OptionalLong killed() {
        return killed;
    }

    /** SIGKILL: no hook runs. */
    void kill() {
        killed = OptionalLong.of(System.nanoTime());
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /** Stops the process until {@link #thaw}. */
    void freeze() {
        signal("-STOP");
    }

    void thaw() {
        signal("-CONT");
    }

    /** Sends SIGTERM: the process stops in order. */
    void terminate() {
        process.toHandle().destroy();
    }

    void awaitExit() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the process goes on, see " + log);
            }
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " answers " + code);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
