package dev.guildhall.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that runs tests, or counts them. What it prints is kept up to a bound and thrown away beyond it; closing this
 * kills it with all that it started. Used by one thread.
 */
final class TestProcess implements AutoCloseable {
    /** The most bytes of what it prints that are kept. */
    static final long MOST_PRINTED = 10L * 1024 * 1024;

    private static final int LAST = 1_000;

    private final Process process;
    private final Path log;
    private final Consumer<Process> kill;
    private final Thread printer;
    private boolean ended;

    private TestProcess(Process process, Path log, Consumer<Process> kill) {
        this.process = process;
        this.log = log;
        this.kill = kill;
        this.printer = Thread.ofVirtual().name("run-output").start(this::print);
    }

    /**
     * Starts a process with exactly that environment.
     *
     * @param log where what it prints is kept
     * @param kill ends the process with all that it has started, whether or not it has ended by itself
     */
    static TestProcess start(
            List<String> command, Path directory, Map<String, String> environment, Path log, Consumer<Process> kill)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Files.deleteIfExists(log);
        Files.createFile(log);
        return new TestProcess(builder.start(), log, kill);
    }

    private void print() {
        byte[] buffer = new byte[8 * 1024];
        long left = MOST_PRINTED;
        try (InputStream output = process.getInputStream();
                OutputStream kept = Files.newOutputStream(log)) {
            for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
                int most = (int) Math.min(left, read);
                kept.write(buffer, 0, most);
                left -= most;
                if (left == 0 && most > 0) {
                    kept.write("\n[the rest is left out]\n".getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException ended) {
            // The process was killed, or the disk is full: what it prints is not worth the run.
        }
    }

    /** Whether it has ended; waits for that at most so long. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    int exitCode() {
        return process.exitValue();
    }

    /** The last that it printed, once it has ended. */
    String lastPrinted() throws InterruptedException {
        printer.join(Duration.ofSeconds(2));
        try {
            String all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
            return all.substring(Math.max(0, all.length() - LAST));
        } catch (IOException unreadable) {
            return "what it printed cannot be read";
        }
    }

    /** Ends what it has started, too. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        kill.accept(process);
        try {
            printer.join(Duration.ofSeconds(2));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end();
    }
}
