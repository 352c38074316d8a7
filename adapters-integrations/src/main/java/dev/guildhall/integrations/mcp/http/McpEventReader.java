package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.Line;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.McpLineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a stream of server-sent events (WHATWG HTML, 9.2), each within the limit of a message. For one thread. */
final class McpEventReader {
    /** An event; a client can resume the stream at its id. */
    @SuppressWarnings("ArrayRecordComponent")
    record Event(Optional<String> id, byte[] data) {}

    private final McpLineReader lines;
    private Optional<Duration> retry = Optional.empty();

    McpEventReader(InputStream in) {
        lines = new McpLineReader(in);
    }

    /** How long to wait before resuming the stream; absent when the server sent no time. */
    Optional<Duration> retry() {
        return retry;
    }

    /** The next event, even one without data; empty when the stream has ended, even within an event. */
    Optional<Event> next() throws IOException, McpFault {
        Optional<String> id = Optional.empty();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        boolean begun = false;
        for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
            String text = text(line.get());
            if (text.isEmpty() && begun) {
                return Optional.of(new Event(id, data.toByteArray()));
            }
            begun |= !text.isEmpty() && !text.startsWith(":");
            id = value(text, "id").filter(McpEventReader::isName).or(optional(id));
            retry = value(text, "retry")
                    .filter(McpEventReader::isTime)
                    .map(McpEventReader::millis)
                    .or(optional(retry));
            append(value(text, "data").orElse(""), data);
        }
        return Optional.empty();
    }

    private static <T> Supplier<Optional<T>> optional(Optional<T> value) {
        return () -> value;
    }

    private static String text(Line line) throws McpFault {
        return switch (line) {
            case Line.Whole whole -> whole.text();
            case Line.TooLong _ -> throw McpFault.tooLarge();
        };
    }

    /** The value when the line has that field, without the one space before it. */
    private static Optional<String> value(String line, String field) {
        if (!line.startsWith(field + ":")) {
            return Optional.empty();
        }
        String value = line.substring(field.length() + 1);
        return Optional.of(value.startsWith(" ") ? value.substring(1) : value);
    }

    /** Data of several lines is one JSON document: the line breaks between them can be omitted. */
    private static void append(String more, ByteArrayOutputStream data) throws McpFault {
        byte[] bytes = more.getBytes(StandardCharsets.UTF_8);
        if (data.size() + bytes.length >= McpLimits.MESSAGE_BYTES) {
            throw McpFault.tooLarge();
        }
        data.writeBytes(bytes);
    }

    private static boolean isName(String id) {
        return id.matches("[\\x20-\\x7e]{1," + McpLimits.SESSION_ID + "}");
    }

    private static boolean isTime(String retry) {
        return retry.matches("\\d{1,9}");
    }

    private static Duration millis(String retry) {
        return Duration.ofMillis(Long.parseLong(retry));
    }
}
