package dev.guildhall.app;

import java.nio.charset.StandardCharsets;

/** The responses of a provider with OpenAI's API, as bytes that are ready to be sent. Only ASCII. */
final class ModelResponses {
    /** The head of a stream. */
    static final byte[] HEAD =
            ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");

    private static final String USAGE = "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":50}";

    private ModelResponses() {}

    /** A chunk of text; it must need no escapes. */
    static byte[] piece(String text) {
        return event(choice("{\"content\":\"" + text + "\"}", "null") + "}");
    }

    /**
     * A whole call in one chunk.
     *
     * @param index the number of the call in the answer, from 0
     * @param arguments JSON
     */
    static byte[] call(int index, String id, String tool, String arguments) {
        String quoted = arguments.replace("\\", "\\\\").replace("\"", "\\\"");
        return event(choice(
                        "{\"tool_calls\":[{\"index\":" + index + ",\"id\":\"" + id
                                + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":\""
                                + quoted + "\"}}]}",
                        "null")
                + "}");
    }

    /** The end of a stream. */
    static byte[] end(String reason) {
        String last = text(event(choice("{}", "\"" + reason + "\"") + "," + USAGE + "}"));
        return ascii(last + text(event("[DONE]")) + "0\r\n\r\n");
    }

    /** A whole answer, with its head. */
    static byte[] whole(String text) {
        return response(
                200,
                "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"fast\",\"choices\":[{\"index\":0,"
                    + "\"message\":{\"role\":\"assistant\",\"content\":\"" + text
                        + "\"},\"finish_reason\":\"stop\"}]," + USAGE + "}");
    }

    /** JSON with its head. */
    static byte[] response(int status, String json) {
        return ascii("HTTP/1.1 " + status + " Any\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                + "\r\n\r\n" + json);
    }

    private static String choice(String delta, String reason) {
        return "{\"model\":\"fast\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + reason
                + "}]";
    }

    private static byte[] event(String data) {
        String event = "data: " + data + "\n\n";
        return ascii(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }

    private static String text(byte[] ascii) {
        return new String(ascii, StandardCharsets.US_ASCII);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
