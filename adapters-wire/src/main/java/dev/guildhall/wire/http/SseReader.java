package dev.guildhall.wire.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Reads the data of server-sent events, which the bound of the stream bounds. For one stream; not thread-safe. */
public final class SseReader {
    private static final String DATA = "data";
    private static final int FIRST_SIZE = 512;

    private final LineReader lines;
    private final ResponseMemory.Share memory;
    private byte[] data = new byte[FIRST_SIZE];
    private int length;

    /**
     * A reader of the events in these lines.
     *
     * @param memory where events of many lines reserve memory
     */
    SseReader(LineReader lines, ResponseMemory.Share memory) {
        this.lines = lines;
        this.memory = memory;
    }

    /**
     * The data of the next event that has data, its lines joined with LF, valid until the next call; empty at the end of
     * the stream. A last event without a blank line counts: some servers do not send that line.
     */
    public Optional<Slice> next() throws IOException {
        length = 0;
        for (Optional<Slice> line = lines.next(); line.isPresent(); line = lines.next()) {
            if (line.get().isEmpty() && length > 0) {
                return Optional.of(new Slice(data, 0, length));
            }
            add(line.get());
        }
        return length > 0 ? Optional.of(new Slice(data, 0, length)) : Optional.empty();
    }

    private void add(Slice line) {
        if (!line.startsWith(DATA + ":")) {
            return;
        }
        Slice value = line.after(DATA.length() + 1);
        Slice stripped = value.startsWith(" ") ? value.after(1) : value;
        int separator = length > 0 ? 1 : 0;
        if (length + separator + stripped.length() > data.length) {
            int size = Math.max(length + separator + stripped.length(), 2 * data.length);
            memory.grow(size - data.length);
            data = Arrays.copyOf(data, size);
        }
        if (separator > 0) {
            data[length++] = '\n';
        }
        System.arraycopy(stripped.array(), stripped.from(), data, length, stripped.length());
        length += stripped.length();
    }
}
