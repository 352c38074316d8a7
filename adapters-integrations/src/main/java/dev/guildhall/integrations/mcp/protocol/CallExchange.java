package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The exchange of one request with its server: the token of progress is one of this session, the number of questions is
 * bounded, and the answers of forms have the defaults of what a person left out.
 */
final class CallExchange implements ToolExchange {
    private static final String TOKEN = "progressToken";
    private static final String ELICITATION_ID = "elicitationId";

    private final ToolExchange caller;
    private final String ownToken;
    private final CallDeadline deadline;
    /** The identifiers of the addresses that the caller was asked to open, as many as questions. */
    private final Set<String> opened = ConcurrentHashMap.newKeySet();

    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger samplings = new AtomicInteger();

    CallExchange(ToolExchange caller, String ownToken, CallDeadline deadline) {
        this.caller = caller;
        this.deadline = deadline;
        this.ownToken = ownToken;
    }

    /** The caller's members of the request; its metadata without what belongs to its own connection. */
    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>(caller.parameters());
        Map<String, Object> meta = new LinkedHashMap<>(McpJson.object(parameters, "_meta"));
        meta.computeIfPresent(TOKEN, (name, theirs) -> ownToken);
        parameters.remove("_meta");
        if (!meta.isEmpty()) {
            parameters.put("_meta", meta);
        }
        return parameters;
    }

    @Override
    public void notified(String method, Map<String, Object> parameters) {
        switch (method) {
            case "notifications/progress" -> progress(method, parameters);
            case "notifications/message" -> {
                if (McpJson.object(caller.parameters(), "_meta").containsKey(NewerEra.PREFIX + "logLevel")) {
                    caller.notified(method, parameters);
                }
            }
            // Callers share the conversation: the address is another caller's when this one was not asked to open it.
            case "notifications/elicitation/complete" -> {
                if (parameters.get(ELICITATION_ID) instanceof String id && opened.contains(id)) {
                    caller.notified(method, parameters);
                }
            }
            // Only a stream of changes has others.
            default -> caller.notified(method, parameters);
        }
    }

    private void progress(String method, Map<String, Object> parameters) {
        Object theirs = McpJson.object(caller.parameters(), "_meta").get(TOKEN);
        if (theirs != null && ownToken.equals(parameters.get(TOKEN))) {
            Map<String, Object> progress = new LinkedHashMap<>(parameters);
            progress.put(TOKEN, theirs);
            caller.notified(method, progress);
        }
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
        if (questions.incrementAndGet() > McpLimits.QUESTIONS) {
            return Optional.of(tooMany(McpLimits.QUESTIONS + " questions"));
        }
        return switch (method) {
            case "elicitation/create" -> {
                if (parameters.get(ELICITATION_ID) instanceof String id) {
                    opened.add(id);
                }
                yield asks(method, parameters).map(answer -> completed(answer, parameters));
            }
            case "sampling/createMessage" ->
                samplings.incrementAndGet() > McpLimits.SAMPLINGS
                        ? Optional.of(tooMany(McpLimits.SAMPLINGS + " questions to a model"))
                        : asks(method, parameters);
            case "roots/list" -> asks(method, parameters);
            default -> Optional.of(new ServerReply.Refused(-32601, "Method not found", Optional.empty()));
        };
    }

    private Optional<ServerReply> asks(String method, Map<String, Object> parameters) {
        return deadline.during(() -> caller.asked(method, parameters));
    }

    private static ServerReply tooMany(String bound) {
        return new ServerReply.Refused(-32603, "one call may ask " + bound + " at most", Optional.empty());
    }

    /** Fills in the defaults of the fields that an accepted form leaves out. */
    private static ServerReply completed(ServerReply answer, Map<String, Object> question) {
        if (!(answer instanceof ServerReply.Result result)
                || !"accept".equals(result.value().get("action"))) {
            return answer;
        }
        Map<String, Object> content = new LinkedHashMap<>(McpJson.object(result.value(), "content"));
        McpJson.object(McpJson.object(question, "requestedSchema"), "properties")
                .forEach((name, property) -> {
                    if (property instanceof Map<?, ?> schema && schema.containsKey("default")) {
                        content.putIfAbsent(name, schema.get("default"));
                    }
                });
        Map<String, Object> completed = new LinkedHashMap<>(result.value());
        if (!content.isEmpty()) {
            completed.put("content", content);
        }
        return new ServerReply.Result(completed);
    }

    @Override
    public void replied(ServerReply reply) {
        caller.replied(reply);
    }
}
