package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A message of a server (JSON-RPC 2.0). */
public sealed interface Message {
    /** Stands for an id that is not one of ours. */
    long NO_ID = -1;

    /** The name of the question of a server of the older era, which asks one at a time. */
    String QUESTION = "question";

    /** A request of the server to this client. */
    record Request(Object id, String method, Map<String, Object> parameters) implements Message {}

    record Notification(String method, Map<String, Object> parameters) implements Message {}

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
            Map<String, Object> parameters = McpJson.object(object, "params");
            return method.map(name -> id.<Message>map(known -> new Request(known, name, parameters))
                    .orElseGet(() -> new Notification(name, parameters)));
        }
        return reply(object).map(reply -> new Response(numberIn(id), reply));
    }

    private static Optional<Reply> reply(Map<?, ?> object) {
        if (object.get("error") instanceof Map<?, ?> error) {
            long code = error.get("code") instanceof Number number ? number.longValue() : 0;
            return Optional.of(new Reply.Failed(
                    code,
                    ServerTexts.cut(McpJson.text(error, "message").orElse(""), McpLimits.WORDS),
                    Optional.ofNullable(error.get("data"))));
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

    /** The response to a server's request; empty when the caller answers with another request. */
    static Optional<Map<String, Object>> answer(Request request, ToolExchange exchange) {
        if (request.method().equals("ping")) {
            return Optional.of(answer(request, new ServerReply.Result(Map.of())));
        }
        return exchange.asked(request.method(), request.parameters()).map(reply -> answer(request, reply));
    }

    /** The response to a server's request that belongs to none of ours, or to one of several. */
    static Map<String, Object> answerOutside(Request request, CallsInFlight<?> inFlight) {
        if (request.method().equals("ping")) {
            return answer(request, new ServerReply.Result(Map.of()));
        }
        return answer(
                request,
                inFlight.isEmpty()
                        ? ToolExchange.unanswered(request.method())
                        : CallsInFlight.ambiguous(request.method()));
    }

    private static Map<String, Object> answer(Request request, ServerReply reply) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", request.id());
        switch (reply) {
            case ServerReply.Result result -> message.put("result", result.value());
            case ServerReply.Refused error ->
                message.put("error", Map.of("code", error.code(), "message", error.message()));
        }
        return message;
    }

    /** A question as the result of the request during which a server of the older era asked it. */
    static Reply question(Request request) {
        Map<String, Object> question = Map.of("method", request.method(), "params", request.parameters());
        return new Reply.Result(Map.of(
                "resultType", "input_required",
                "inputRequests", Map.of(QUESTION, question),
                "_meta", Map.of("dev.guildhall/asked", true)));
    }
}
