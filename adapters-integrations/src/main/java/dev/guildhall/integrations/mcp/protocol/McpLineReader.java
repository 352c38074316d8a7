package dev.guildhall.integrations.mcp.protocol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Splits a server's output into lines, and keeps at most the limit of each line. For one thread. */
public final class McpLineReader {
    private static final int CHUNK = 64 * 1024;
    private static final int EDGE = 256;

    private final InputStream in;
    private final byte[] chunk = new byte[CHUNK];
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private byte[] tail = new byte[0];
    private long skipped;
    private int from;
    private int to;

    public McpLineReader(InputStream in) {
        this.in = in;
    }

    /** The next line; empty when the output has ended, even within a line. Fails when a line does not end. */
    public Optional<Line> next() throws IOException {
        while (true) {
            if (from == to && !fill()) {
                return Optional.empty();
            }
            int at = lineBreak();
            take(at);
            if (at < to) {
                from = at + 1;
                return Optional.of(finished());
            }
            from = to;
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(chunk));
        return to > 0;
    }

    private int lineBreak() {
        int at = from;
        while (at < to && chunk[at] != '\n') {
            at++;
        }
        return at;
    }

    private void take(int until) throws IOException {
        int length = until - from;
        if (skipped == 0 && begun.size() + length <= McpLimits.MESSAGE_BYTES) {
            begun.write(chunk, from, length);
            return;
        }
        skipped += length;
        if (skipped > McpLimits.SKIPPED_BYTES) {
            throw new IOException("a line does not end");
        }
        keepTail(until);
    }

    private void keepTail(int until) {
        byte[] last = Arrays.copyOfRange(chunk, Math.max(from, until - EDGE), until);
        byte[] both = Arrays.copyOf(tail, tail.length + last.length);
        System.arraycopy(last, 0, both, tail.length, last.length);
        tail = Arrays.copyOfRange(both, Math.max(0, both.length - EDGE), both.length);
    }

    private Line finished() {
        byte[] bytes = begun.toByteArray();
        begun.reset();
        if (skipped == 0) {
            return new Line.Whole(bytes);
        }
        Line line = new Line.TooLong(
                new String(bytes, 0, Math.min(EDGE, bytes.length), StandardCharsets.UTF_8),
                new String(tail, StandardCharsets.UTF_8));
        skipped = 0;
        tail = new byte[0];
        return line;
    }
}
