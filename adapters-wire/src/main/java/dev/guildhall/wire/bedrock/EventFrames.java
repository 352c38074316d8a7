package dev.guildhall.wire.bedrock;

import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Reads the frames of AWS's event streams: a length, headers, a payload, and a checksum of the head and of the whole. Each
 * becomes a JSON object with one field, whose name is the type of the event and whose value is the payload; that of an error
 * is {@value #ERROR}. For one stream; not thread-safe.
 */
public final class EventFrames {
    static final String ERROR = "exception";

    private static final int PRELUDE = 12;
    private static final int CHECKSUM = 4;
    private static final int LONGEST_HEADERS = 128 * 1024;

    private final InputStream source;
    private final int maxBytes;

    /** @param maxBytes the most bytes of a frame */
    public EventFrames(InputStream source, int maxBytes) {
        this.source = source;
        this.maxBytes = maxBytes;
    }

    /** The next event, valid until the next call; empty at the end of the stream. */
    public Optional<Slice> next() throws IOException {
        byte[] prelude = source.readNBytes(PRELUDE);
        if (prelude.length == 0) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.wrap(requireLength(prelude, PRELUDE));
        int length = head.getInt();
        int headers = head.getInt();
        requireChecksum(prelude, PRELUDE - CHECKSUM, head.getInt());
        if (length < PRELUDE + CHECKSUM || length > maxBytes || headers < 0 || headers > LONGEST_HEADERS) {
            throw malformed();
        }
        int payload = length - PRELUDE - headers - CHECKSUM;
        if (payload < 0) {
            throw malformed();
        }
        byte[] rest = requireLength(source.readNBytes(length - PRELUDE), length - PRELUDE);
        CRC32 checksum = new CRC32();
        checksum.update(prelude);
        checksum.update(rest, 0, rest.length - CHECKSUM);
        if ((int) checksum.getValue() != ByteBuffer.wrap(rest).getInt(rest.length - CHECKSUM)) {
            throw malformed();
        }
        return Optional.of(event(headers(ByteBuffer.wrap(rest, 0, headers)), rest, headers, payload));
    }

    private static byte[] requireLength(byte[] read, int length) throws EOFException {
        if (read.length < length) {
            throw new EOFException("the stream ends within a frame");
        }
        return read;
    }

    private static void requireChecksum(byte[] bytes, int length, int expected) throws UnreadableAnswer {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, 0, length);
        if ((int) checksum.getValue() != expected) {
            throw malformed();
        }
    }

    private static UnreadableAnswer malformed() {
        return new UnreadableAnswer("the provider's stream has a malformed frame");
    }

    private static Slice event(Map<String, String> headers, byte[] rest, int from, int length) {
        String type = headers.getOrDefault(":message-type", "event");
        String payload = length == 0 ? "{}" : new String(rest, from, length, StandardCharsets.UTF_8);
        String json = type.equals("event")
                ? "{\"" + word(headers.getOrDefault(":event-type", "")) + "\":" + payload + "}"
                : "{\"" + ERROR + "\":{\"type\":\""
                        + word(headers.getOrDefault(":exception-type", headers.getOrDefault(":error-code", "")))
                        + "\",\"body\":" + payload + "}}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new Slice(bytes, 0, bytes.length);
    }

    private static String word(String type) {
        return type.replaceAll("[^A-Za-z0-9_.-]", "");
    }

    /** The headers of text; those of other types are skipped. */
    private static Map<String, String> headers(ByteBuffer bytes) throws UnreadableAnswer {
        Map<String, String> headers = new HashMap<>();
        try {
            while (bytes.hasRemaining()) {
                String name = text(bytes, Byte.toUnsignedInt(bytes.get()));
                int type = bytes.get();
                switch (type) {
                    case 0, 1 -> {}
                    case 2 -> skip(bytes, Byte.BYTES);
                    case 3 -> skip(bytes, Short.BYTES);
                    case 4 -> skip(bytes, Integer.BYTES);
                    case 5, 8 -> skip(bytes, Long.BYTES);
                    case 6 -> skip(bytes, Short.toUnsignedInt(bytes.getShort()));
                    case 7 -> headers.put(name, text(bytes, Short.toUnsignedInt(bytes.getShort())));
                    case 9 -> skip(bytes, 2 * Long.BYTES);
                    default -> throw malformed();
                }
            }
        } catch (BufferUnderflowException | IllegalArgumentException cut) {
            throw malformed();
        }
        return headers;
    }

    private static void skip(ByteBuffer bytes, int count) {
        bytes.position(bytes.position() + count);
    }

    private static String text(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
