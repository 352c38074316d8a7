package dev.guildhall.wire.sse;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads the lines of a stream, which end with LF, CRLF or CR. It reads bytes, so that a character may be split over two
 * reads. A CR ends its line at once, without a wait for an LF. An interrupt ends the reading. For one stream; not
 * thread-safe.
 */
public final class LineReader {
    private static final int FIRST_SIZE = 8 * 1024;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream source;
    private final int maxBytes;
    private final LongConsumer memory;
    private byte[] buffer;
    private int from;
    private int to;
    private boolean begun;
    private boolean afterReturn;

    /**
     * A reader at the beginning of a stream.
     *
     * @param maxBytes the most bytes of a line; a longer one fails with {@link TooLong}
     * @param memory is called with the number of bytes before a buffer grows by them
     */
    public LineReader(InputStream source, int maxBytes, LongConsumer memory) {
        this.source = source;
        this.memory = memory;
        this.maxBytes = maxBytes;
        this.buffer = new byte[(int) Math.min(FIRST_SIZE, maxBytes + 1L)];
    }

    /**
     * The next line without its end, valid until the next call; empty at the end of the stream. A last line without an
     * end counts.
     */
    public Optional<Slice> next() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        int at = endOfLine(from);
        while (at == to || belongsToReturn(at)) {
            if (at < to) {
                from++;
                afterReturn = false;
                at = endOfLine(from);
            } else {
                int searched = at - from;
                if (!fill()) {
                    return from == to ? Optional.empty() : Optional.of(line(to, to));
                }
                at = endOfLine(from + searched);
            }
        }
        afterReturn = buffer[at] == '\r';
        return Optional.of(line(at, at + 1));
    }

    /** The beginning and the end of a line that was skipped. */
    public record Edges(String first, String last) {}

    /**
     * Skips a line for which {@link #next} has thrown {@link TooLong}.
     *
     * @param maxBytes the most bytes that are skipped; more fail with {@link TooLong} again
     * @param edge how many bytes of the beginning and of the end are returned
     */
    public Edges skip(long maxBytes, int edge) throws IOException {
        String first = new Slice(buffer, from, Math.min(to, from + edge)).toString();
        long left = maxBytes;
        int at = endOfLine(from);
        boolean more = true;
        while (at == to && more && left >= 0) {
            int kept = Math.min(edge, to - from);
            left -= to - from - kept;
            from = to - kept;
            more = fill();
            at = endOfLine(from + kept);
        }
        if (left < 0) {
            throw new TooLong(maxBytes);
        }
        afterReturn = at < to && buffer[at] == '\r';
        String last = new Slice(buffer, Math.max(from, at - edge), at).toString();
        from = Math.min(at + 1, to);
        return new Edges(first, last);
    }

    private int endOfLine(int first) {
        byte[] read = buffer;
        int end = to;
        int at = first;
        while (at < end && read[at] != '\n' && read[at] != '\r') {
            at++;
        }
        return at;
    }

    private boolean belongsToReturn(int at) {
        return afterReturn && at == from && buffer[at] == '\n';
    }

    private Slice line(int end, int next) {
        int first = begun ? from : from + lengthOfMark(end);
        begun = true;
        from = next;
        return new Slice(buffer, first, end);
    }

    /** A byte order mark may stand before the first line. */
    private int lengthOfMark(int end) {
        int after = from + BYTE_ORDER_MARK.length;
        boolean marked = after <= end && Arrays.equals(buffer, from, after, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        return marked ? BYTE_ORDER_MARK.length : 0;
    }

    private boolean fill() throws IOException {
        makeRoom();
        int read = source.read(buffer, to, buffer.length - to);
        if (read < 0) {
            return false;
        }
        to += read;
        return true;
    }

    private void makeRoom() throws TooLong {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == buffer.length) {
            if (to > maxBytes) {
                throw new TooLong(maxBytes);
            }
            memory.accept(buffer.length);
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, maxBytes + 1L));
        }
    }
}
