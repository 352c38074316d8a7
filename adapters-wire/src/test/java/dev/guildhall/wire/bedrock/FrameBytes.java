package dev.guildhall.wire.bedrock;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Frames as AWS sends them. */
public final class FrameBytes {
    private FrameBytes() {}

    /** An event of that type. */
    public static byte[] event(String type, String json) {
        return frame(json, ":event-type", type, ":content-type", "application/json", ":message-type", "event");
    }

    /** An error that ends a stream. */
    public static byte[] exception(String type, String json) {
        return frame(json, ":exception-type", type, ":message-type", "exception");
    }

    /** The bytes of all frames. */
    public static byte[] joined(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    private static byte[] frame(String json, String... headers) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int i = 0; i < headers.length; i += 2) {
            byte[] name = utf8(headers[i]);
            byte[] value = utf8(headers[i + 1]);
            head.write(name.length);
            head.writeBytes(name);
            head.write(7);
            head.write(value.length >> 8);
            head.write(value.length);
            head.writeBytes(value);
        }
        byte[] payload = utf8(json);
        int length = 12 + head.size() + payload.length + 4;
        ByteBuffer frame = ByteBuffer.allocate(length).putInt(length).putInt(head.size());
        frame.putInt(checksum(frame.array(), 8)).put(head.toByteArray()).put(payload);
        frame.putInt(checksum(frame.array(), length - 4));
        return frame.array();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
