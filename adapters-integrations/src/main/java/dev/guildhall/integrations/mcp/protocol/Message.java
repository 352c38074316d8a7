package dev.guildhall.integrations.mcp.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A message of a server (JSON-RPC 2.0). */
public sealed interface Message {
    /** Stands for an id that is not one of ours. */
    long NO_ID = -1;

    /** A request of the server to this client. */
    record Request(Object id, String method) implements Message {}

    record Notification(String method) implements Message {}

    record Response(long id, Reply reply) implements Message {}

    /** The messages in the bytes: several for a batch (2025-03-26 has batches), none for invalid content. */
    static List<Message> read(byte[] bytes) {
        return McpJson.read(bytes).map(Message::of).orElse(List.of());
    }

    private static List<Message> of(Object json) {
        return switch (json) {
            case Map<?, ?> object -> one(object).stream().toList();
            case List<?> batch ->
                batch.stream().limit(McpLimits.BATCH).flatMap(Message::member).toList();
            default -> List.of();
        };
    }

    private static Stream<Message> member(Object json) {
        return json instanceof Map<?, ?> object ? one(object).stream() : Stream.empty();
    }

    private static Optional<Message> one(Map<?, ?> object) {
        Optional<Object> id = Optional.ofNullable(object.get("id"));
        Optional<String> method = McpJson.text(object, "method");
        if (method.isPresent()) {
            return method.map(
                    name -> id.<Message>map(known -> new Request(known, name)).orElseGet(() -> new Notification(name)));
        }
        return reply(object).map(reply -> new Response(numberIn(id), reply));
    }

    private static Optional<Reply> reply(Map<?, ?> object) {
        if (object.get("error") instanceof Map<?, ?> error) {
            long code = error.get("code") instanceof Number number ? number.longValue() : 0;
            return Optional.of(new Reply.Failed(
                    code, ServerTexts.cut(McpJson.text(error, "message").orElse(""), McpLimits.WORDS)));
        }
        return object.get("result") instanceof Map<?, ?>
                ? Optional.of(new Reply.Result(McpJson.object(object, "result")))
                : Optional.empty();
    }

    private static long numberIn(Optional<Object> id) {
        return id.filter(value -> value instanceof Integer || value instanceof Long)
                .map(value -> ((Number) value).longValue())
                .orElse(NO_ID);
    }

    static Map<String, Object> question(long id, String method, Map<String, Object> parameters) {
        Map<String, Object> message = notification(method, parameters);
        message.put("id", id);
        return message;
    }

    static Map<String, Object> notification(String method, Map<String, Object> parameters) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("method", method);
        message.put("params", parameters);
        return message;
    }

    /** The notification that the client does not wait for the response any more. */
    static Map<String, Object> cancellation(long id, McpFault why) {
        return notification("notifications/cancelled", Map.of("requestId", id, "reason", why.words()));
    }

    /** The response to a server's request: only ping is supported. */
    static Map<String, Object> answer(Request request) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", request.id());
        if (request.method().equals("ping")) {
            message.put("result", Map.of());
        } else {
            message.put("error", Map.of("code", -32601, "message", "Method not found"));
        }
        return message;
    }
}
