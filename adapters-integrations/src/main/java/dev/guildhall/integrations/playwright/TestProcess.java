package dev.guildhall.integrations.playwright;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that runs tests, or counts them. Its output is stored up to a limit, and discarded beyond it. Closing the
 * object kills the process and all processes that it started. Used by one thread.
 */
final class TestProcess implements AutoCloseable {
    /** The largest size of the stored output, in bytes. */
    static final long MOST_PRINTED = 10L * 1024 * 1024;

    private static final int LAST = 1_000;
    /** The number of bytes that certainly contain that many characters. */
    private static final int MOST_LAST = 4 * LAST;
    /** An exit code above this is of a process that a signal ended: the code minus this is the signal's number. */
    private static final int SIGNALS = 128;

    private final Process process;
    private final OutputStream kept;
    private final Consumer<Process> kill;
    private final Thread printer;
    private volatile byte[] last = {};
    private boolean ended;

    private TestProcess(Process process, OutputStream kept, Consumer<Process> kill) {
        this.process = process;
        this.kept = kept;
        this.kill = kill;
        this.printer = Thread.ofVirtual().name("run-output").start(this::print);
    }

    /**
     * Starts a process with exactly that environment.
     *
     * @param log the file for its output
     * @param kill kills the process and all processes that it started, whether or not it has ended by itself
     */
    static TestProcess start(
            List<String> command, Path directory, Map<String, String> environment, Path log, Consumer<Process> kill)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        // Opened before the process can put a link in its place.
        OutputStream kept = Files.newOutputStream(log);
        try {
            return new TestProcess(builder.start(), kept, kill);
        } catch (IOException failed) {
            kept.close();
            throw failed;
        }
    }

    /** Reads all output of the process, even when the disk is full: a process whose output is not read blocks. */
    private void print() {
        byte[] buffer = new byte[8 * 1024];
        long left = MOST_PRINTED;
        try (InputStream output = process.getInputStream();
                OutputStream file = kept) {
            for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
                last = end(last, buffer, read);
                left = keep(file, buffer, read, left);
            }
        } catch (IOException ended) {
            // The process was killed.
        }
    }

    private static byte[] end(byte[] before, byte[] printed, int length) {
        byte[] all = Arrays.copyOf(before, before.length + length);
        System.arraycopy(printed, 0, all, before.length, length);
        return Arrays.copyOfRange(all, Math.max(0, all.length - MOST_LAST), all.length);
    }

    /** Writes at most so many bytes; returns how many more may be written. */
    private static long keep(OutputStream file, byte[] printed, int length, long left) {
        int most = (int) Math.min(left, length);
        try {
            file.write(printed, 0, most);
            if (most == left && most > 0) {
                file.write("\n[the rest is omitted]\n".getBytes(StandardCharsets.UTF_8));
            }
            return left - most;
        } catch (IOException full) {
            return 0;
        }
    }

    /** Waits at most that time for the process to end; returns whether it has ended. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    int exitCode() {
        return process.exitValue();
    }

    /**
     * Whether a signal ended the process, for example because the machine had no memory left; call it after the end.
     */
    boolean wasKilled() {
        return process.exitValue() > SIGNALS;
    }

    /** The end of its output; call it after the process has ended. */
    String lastPrinted() throws InterruptedException {
        printer.join(Duration.ofSeconds(2));
        String all = new String(last, StandardCharsets.UTF_8).strip();
        return all.substring(Math.max(0, all.length() - LAST));
    }

    /** Kills the process and all processes that it started. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        kill.accept(process);
        try {
            printer.join(Duration.ofSeconds(2));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end();
    }
}
