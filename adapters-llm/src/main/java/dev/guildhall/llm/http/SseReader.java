package dev.guildhall.llm.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Reads server-sent events, of which only the data matters here. For one stream; not thread-safe. */
public final class SseReader {
    private static final String DATA = "data";
    private static final int FIRST_SIZE = 512;

    private final LineReader lines;
    private byte[] data = new byte[FIRST_SIZE];
    private int length;

    /** Events in these lines. */
    SseReader(LineReader lines) {
        this.lines = lines;
    }

    /**
     * The data of the next event that has any, its lines joined with LF, good until the next call; empty at the end of
     * the stream. An event that the end of the stream cuts off counts too: not every server sends the last blank line.
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

    /** Comments and other fields are left out. */
    private void add(Slice line) throws UnreadableAnswer {
        if (!line.startsWith(DATA + ":")) {
            return;
        }
        Slice value = line.behind(DATA.length() + 1);
        Slice stripped = value.startsWith(" ") ? value.behind(1) : value;
        int joint = length > 0 ? 1 : 0;
        if (length + joint + stripped.length() > Limits.LINE_BYTES) {
            throw new UnreadableAnswer("an event of the provider's answer is too long");
        }
        if (length + joint + stripped.length() > data.length) {
            data = Arrays.copyOf(data, Math.max(length + joint + stripped.length(), 2 * data.length));
        }
        if (joint > 0) {
            data[length++] = '\n';
        }
        System.arraycopy(stripped.array(), stripped.from(), data, length, stripped.length());
        length += stripped.length();
    }
}
