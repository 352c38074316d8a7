package dev.guildhall.llm.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What goes out in one piece: the head, and a body of JSON if there is one. Immutable, thread-safe. */
public final class Request {
    private static final byte[] END_OF_HEAD = ascii("\r\n");

    private final byte[] behindMethod;
    private final byte[] bytes;

    private Request(byte[] behindMethod, byte[] bytes) {
        this.behindMethod = behindMethod;
        this.bytes = bytes;
    }

    /**
     * Asks for what is there. Nothing but plain bytes is taken back, for compressed ones would come in lumps.
     *
     * @param fields the headers besides those of every request
     * @throws IllegalArgumentException when a header has characters that none may have
     */
    public static Request get(Address address, Map<String, String> fields) {
        StringBuilder head = new StringBuilder(" ")
                .append(address.target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.origin().hostField())
                .append("\r\nUser-Agent: guildhall\r\nAccept: */*\r\nAccept-Encoding: identity\r\n");
        fields.forEach((name, value) -> {
            if (!name.matches("[A-Za-z0-9-]+") || !value.matches("[\\x20-\\x7e]*")) {
                throw new IllegalArgumentException("a header must be visible ASCII characters");
            }
            head.append(name).append(": ").append(value).append("\r\n");
        });
        byte[] behindMethod = ascii(head.toString());
        return new Request(behindMethod, joined(ascii("GET"), behindMethod, END_OF_HEAD));
    }

    /** The same with a body: what came through the ports, which is always data that JSON knows. */
    public Request post(Object value) {
        byte[] json = ProviderJson.bytes(value);
        byte[] body = ascii("Content-Type: application/json\r\nContent-Length: " + json.length + "\r\n\r\n");
        return new Request(behindMethod, joined(ascii("POST"), behindMethod, body, json));
    }

    /** The whole as it goes out; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer whole = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            whole.put(part);
        }
        return whole.array();
    }
}
