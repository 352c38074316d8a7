package dev.guildhall.integrations.agent;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okio.BufferedSource;

/** Reads named server-sent events (WHATWG HTML, 9.2) within limits. For one thread. */
final class AgentEventReader {
    /** An event; its data is JSON. */
    @SuppressWarnings("ArrayRecordComponent")
    record Event(String name, byte[] data) {}

    private final BufferedSource source;
    private long left = RemoteAgentLimits.STREAM_BYTES;

    AgentEventReader(BufferedSource source) {
        this.source = source;
    }

    /**
     * The next event; empty when the stream has ended after a complete one. Fails when it ends elsewhere, or is too
     * long.
     */
    Optional<Event> next() throws IOException {
        String name = "";
        StringBuilder data = new StringBuilder();
        while (!source.exhausted()) {
            String line = line();
            if (line.isEmpty() && !name.isEmpty()) {
                return Optional.of(new Event(name, data.toString().getBytes(StandardCharsets.UTF_8)));
            } else if (line.startsWith("event:")) {
                name = value(line);
            } else if (line.startsWith("data:")) {
                data.append(value(line));
            }
        }
        if (!name.isEmpty()) {
            throw new EOFException("the stream ended within an event");
        }
        return Optional.empty();
    }

    private String line() throws IOException {
        String line = source.readUtf8LineStrict(RemoteAgentLimits.LINE_BYTES);
        left -= line.startsWith(":") ? 0 : line.length();
        if (left < 0) {
            throw new IOException("the stream is too long");
        }
        return line;
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
