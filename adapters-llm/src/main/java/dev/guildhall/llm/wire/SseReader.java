package dev.guildhall.llm.wire;

import java.io.IOException;
import java.util.Optional;
import okio.BufferedSource;

/**
 * Reads server-sent events, of which only the data matters here. Lines end in LF or CRLF; a line is decoded when it is
 * whole, so that a character may be split over reads. Line and stream are bounded. For one stream; not thread-safe.
 */
public final class SseReader {
    private static final String DATA = "data";
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final BufferedSource source;
    private final LineGuard guard;
    private final long maxBytes;
    private long bytes;

    /**
     * A reader at the beginning of a stream.
     *
     * @param guard runs before each line is waited for
     * @param maxBytes the most bytes of the whole stream
     */
    public SseReader(BufferedSource source, LineGuard guard, long maxBytes) {
        this.source = source;
        this.guard = guard;
        this.maxBytes = maxBytes;
    }

    /** Runs before each line; may end the reading. */
    public interface LineGuard {
        void beforeLine() throws IOException;
    }

    /**
     * The data of the next event that has any, its lines joined with LF; empty at the end of the stream. An event that
     * the end of the stream cuts off counts too: not every server sends the last blank line.
     */
    public Optional<String> next() throws IOException {
        StringBuilder data = new StringBuilder();
        boolean any = false;
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            if (line.get().isEmpty() && any) {
                return Optional.of(data.toString());
            }
            Optional<String> value = data(line.get());
            if (value.isPresent()) {
                data.append(any ? "\n" : "").append(value.get());
                any = true;
            }
        }
        return any ? Optional.of(data.toString()) : Optional.empty();
    }

    /** The value of a data line; comments and other fields have none. */
    private static Optional<String> data(String line) {
        if (line.equals(DATA)) {
            return Optional.of("");
        }
        if (!line.startsWith(DATA + ":")) {
            return Optional.empty();
        }
        String value = line.substring(DATA.length() + 1);
        return Optional.of(value.startsWith(" ") ? value.substring(1) : value);
    }

    private Optional<String> line() throws IOException {
        guard.beforeLine();
        long end = source.indexOf((byte) '\n', 0, Limits.LINE_BYTES + 1);
        if (end < 0 && source.getBuffer().size() > Limits.LINE_BYTES) {
            throw new UnreadableAnswer("a line of the provider's answer is too long");
        }
        if (end < 0 && source.exhausted()) {
            return Optional.empty();
        }
        long length = end < 0 ? source.getBuffer().size() : end;
        String line = source.readUtf8(length);
        source.skip(end < 0 ? 0 : 1);
        count(length + 1);
        return Optional.of(trimmed(line));
    }

    private void count(long more) throws UnreadableAnswer {
        bytes += more;
        if (bytes > maxBytes) {
            throw new UnreadableAnswer("the provider's answer is too long");
        }
    }

    private static String trimmed(String line) {
        int from = !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        int to = line.endsWith("\r") ? line.length() - 1 : line.length();
        return line.substring(from, Math.max(from, to));
    }
}
