package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The requests of one session, in the form of the server's era. A question of a server of the newer era is answered by
 * the caller at once, and the request repeated, unless the caller answers with another request.
 */
final class SessionRequests {
    private static final String META = "_meta";

    private final McpConversation conversation;
    private final boolean isNewer;
    private final AtomicLong tokens = new AtomicLong();

    SessionRequests(McpConversation conversation, boolean isNewer) {
        this.conversation = conversation;
        this.isNewer = isNewer;
    }

    /** A page of a list, for which the server may ask nothing. */
    Map<String, Object> list(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault {
        if (!isNewer) {
            return conversation.request(method, parameters, deadline);
        }
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.put(META, Map.of(NewerEra.CAPABILITIES, Handshake.ANSWERS));
        return conversation
                .ask(NewerEra.request(method, all, ToolExchange.none()), deadline)
                .result();
    }

    ServerReply ask(
            String method,
            Map<String, Object> parameters,
            Map<String, String> headers,
            ToolExchange caller,
            CallDeadline deadline)
            throws McpFault {
        CallExchange exchange = new CallExchange(caller, "p" + tokens.incrementAndGet(), deadline);
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.putAll(exchange.parameters());
        if (!isNewer) {
            return conversation
                    .ask(new Outgoing(method, older(all), Map.of(), exchange), deadline)
                    .sent();
        }
        Outgoing request = withHeaders(NewerEra.request(method, all, exchange), headers);
        ServerReply reply = conversation.ask(request, deadline).sent();
        for (int round = 0; round < McpLimits.QUESTIONS; round++) {
            if (!(reply instanceof ServerReply.Result result) || !result.needsInput()) {
                return reply;
            }
            Optional<Map<String, Object>> answers = answers(result, exchange);
            if (answers.isEmpty()) {
                return reply;
            }
            reply = conversation.ask(request.again(answers.get()), deadline).sent();
        }
        throw new McpFault(FailureKind.FAILED, "the MCP server asked for input " + McpLimits.QUESTIONS + " times");
    }

    private static Outgoing withHeaders(Outgoing request, Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        headers.putAll(more);
        return new Outgoing(request.method(), request.parameters(), headers, request.exchange());
    }

    /** Without what the older era does not know. */
    private static Map<String, Object> older(Map<String, Object> parameters) {
        Map<String, Object> older = new LinkedHashMap<>(parameters);
        Map<String, Object> meta = new LinkedHashMap<>(McpJson.object(parameters, META));
        meta.keySet().removeIf(name -> name.startsWith(NewerEra.PREFIX));
        older.remove(META);
        older.remove("inputResponses");
        older.remove("requestState");
        if (!meta.isEmpty()) {
            older.put(META, meta);
        }
        return older;
    }

    /** The members with which the request is repeated; empty when the caller answers with another request. */
    private static Optional<Map<String, Object>> answers(ServerReply.Result result, CallExchange exchange)
            throws McpFault {
        Map<String, Object> answers = new LinkedHashMap<>();
        for (Map.Entry<String, Object> one :
                McpJson.object(result.value(), "inputRequests").entrySet()) {
            Map<String, Object> question = McpJson.object(Map.of("one", one.getValue()), "one");
            String method = McpJson.text(question, "method").orElse("");
            Optional<ServerReply> answer = exchange.asked(method, McpJson.object(question, "params"));
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            switch (answer.get()) {
                case ServerReply.Result given -> answers.put(one.getKey(), given.value());
                case ServerReply.Refused error ->
                    throw new McpFault(
                            FailureKind.FAILED,
                            "the MCP server asked for something that it does not get: " + error.message());
            }
        }
        Map<String, Object> again = new LinkedHashMap<>();
        again.put("inputResponses", answers);
        Optional.ofNullable(result.value().get("requestState")).ifPresent(state -> again.put("requestState", state));
        return Optional.of(again);
    }
}
