package dev.guildhall.wire.sse;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Reads server-sent events, each with a bound. For one stream; not thread-safe. */
public final class SseReader {
    private static final int FIRST_SIZE = 512;
    private static final int MAX_DIGITS = 9;

    private final LineReader lines;
    private final int maxBytes;
    private final LongConsumer memory;
    private byte[] data = new byte[FIRST_SIZE];
    private int length;
    private boolean hasData;
    private boolean isWhole;
    private String name = "";
    private Optional<String> begunId = Optional.empty();
    private Optional<String> lastId = Optional.empty();
    private Optional<Duration> retry = Optional.empty();

    /**
     * A reader of the events in these lines.
     *
     * @param maxBytes the most bytes of the data of an event; more fails with {@link TooLong}
     * @param memory is called with the number of bytes before a buffer grows by them
     */
    public SseReader(LineReader lines, int maxBytes, LongConsumer memory) {
        this.lines = lines;
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    /** A reader of the events in a stream, of which each line and the data of each event have at most so many bytes. */
    public SseReader(InputStream source, int maxBytes) {
        this(new LineReader(source, maxBytes, _ -> {}), maxBytes, _ -> {});
    }

    /**
     * The data of the next event that has data, its lines joined with LF, valid until the next call; empty at the end of
     * the stream. A last event without a blank line counts: some servers do not send that line.
     */
    public Optional<Slice> next() throws IOException {
        begin();
        for (Optional<Slice> line = lines.next(); line.isPresent(); line = lines.next()) {
            if (!line.get().isEmpty()) {
                add(line.get());
            } else if (length > 0) {
                end();
                return Optional.of(new Slice(data, 0, length));
            } else {
                end();
                begin();
            }
        }
        return length > 0 ? Optional.of(new Slice(data, 0, length)) : Optional.empty();
    }

    private void begin() {
        length = 0;
        hasData = false;
        isWhole = false;
        name = "";
    }

    private void end() {
        isWhole = true;
        lastId = begunId;
    }

    /** Whether a blank line ended the last event; otherwise the stream ended within it. */
    public boolean isWhole() {
        return isWhole;
    }

    /** The name of the last event; empty when it has none. */
    public String name() {
        return name;
    }

    /** The last id that came with an event, even with one without data; a client resumes the stream there. */
    public Optional<String> lastId() {
        return lastId;
    }

    /** How long to wait before the stream is resumed; absent when the server sent no time. */
    public Optional<Duration> retry() {
        return retry;
    }

    private void add(Slice line) throws IOException {
        if (line.startsWith("data:")) {
            addData(value(line, "data:"));
        } else if (line.is("data")) {
            addData(line.after(line.length()));
        } else if (line.startsWith("event:")) {
            name = value(line, "event:").toString();
        } else if (line.startsWith("id:")) {
            begunId = Optional.of(value(line, "id:").toString())
                    .filter(id -> id.indexOf('\0') < 0)
                    .or(this::begunId);
        } else if (line.startsWith("retry:")) {
            retry = Optional.of(value(line, "retry:").toString())
                    .filter(SseReader::isTime)
                    .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                    .or(this::retry);
        }
    }

    private Optional<String> begunId() {
        return begunId;
    }

    private static boolean isTime(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_DIGITS
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** The value of a field, without the one space before it. */
    private static Slice value(Slice line, String field) {
        Slice value = line.after(field.length());
        return value.startsWith(" ") ? value.after(1) : value;
    }

    private void addData(Slice value) throws TooLong {
        int separator = hasData ? 1 : 0;
        int needed = Math.addExact(length, separator + value.length());
        if (needed > maxBytes) {
            throw new TooLong(maxBytes);
        }
        if (needed > data.length) {
            int size = (int) Math.max(needed, Math.min(2L * data.length, maxBytes));
            memory.accept(size - data.length);
            data = Arrays.copyOf(data, size);
        }
        if (hasData) {
            data[length++] = '\n';
        }
        hasData = true;
        System.arraycopy(value.array(), value.from(), data, length, value.length());
        length += value.length();
    }
}
