package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.RunError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the lines of the reporter, up to limits, since the tests can write to its file too. Used by one thread. */
final class EventFile implements AutoCloseable {
    /** The longest line in bytes: a plan names all tests. */
    static final int MOST_OF_LINE = 64 * 1024 * 1024;

    private static final long MOST_BYTES = 256L * 1024 * 1024;
    /** The most lines; 20,000 tests with two attempts each make 80,000. */
    static final int MOST_LINES = 200_000;

    /** Stays open, so that a file that tests put in its place is not read. */
    private final RandomAccessFile file;

    private final byte[] block = new byte[8 * 1024];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int filled;
    private long bytes;
    private int lines;

    EventFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
    }

    /**
     * The next line if it is complete.
     *
     * @throws RunFailed when the file exceeds the limits
     */
    Optional<String> next() throws IOException, RunFailed {
        while (at < filled || fill()) {
            int from = at;
            while (at < filled && block[at] != '\n') {
                at++;
            }
            line.write(block, from, at - from);
            require(line.size() <= MOST_OF_LINE, "a line of more than " + MOST_OF_LINE + " bytes");
            if (at < filled) {
                at++;
                require(++lines <= MOST_LINES, "more than " + MOST_LINES + " events");
                String whole = line.toString(StandardCharsets.UTF_8);
                line.reset();
                return Optional.of(whole);
            }
        }
        return Optional.empty();
    }

    private boolean fill() throws IOException, RunFailed {
        at = 0;
        filled = Math.max(0, file.read(block));
        bytes += filled;
        require(bytes <= MOST_BYTES, "more than " + MOST_BYTES + " bytes");
        return filled > 0;
    }

    private static void require(boolean met, String what) throws RunFailed {
        if (!met) {
            throw new RunFailed(RunError.Code.RUNNER_CRASHED, "the reporter of the run wrote " + what);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
