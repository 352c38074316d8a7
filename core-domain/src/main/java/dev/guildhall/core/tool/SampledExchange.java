package dev.guildhall.core.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the model of this server answer what an integration asks a model, when the caller cannot (tools-26). At most
 * {@value #MOST} answers a call.
 */
final class SampledExchange implements ToolExchange {
    static final int MOST = 10;

    private static final String SAMPLING = "sampling/createMessage";
    private static final String META = "_meta";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** The code of the protocol for a method that a party does not have. */
    private static final int NO_METHOD = -32601;

    private final ToolExchange caller;
    private final ModelSampling model;
    private final Caller.User user;
    private final AtomicInteger answered = new AtomicInteger();

    private SampledExchange(ToolExchange caller, ModelSampling model, Caller.User user) {
        this.caller = caller;
        this.model = model;
        this.user = user;
    }

    /** The exchange of a caller with an integration; unchanged for one whose questions no model answers. */
    static ToolExchange of(ToolExchange caller, ModelSampling model, Caller.User user, Integration integration) {
        return integration.sampling() ? new SampledExchange(caller, model, user) : caller;
    }

    /** A server of the newer era asks only what the request says can be answered. */
    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>(caller.parameters());
        Map<String, Object> meta = object(parameters, META);
        Map<String, Object> capabilities = object(meta, CAPABILITIES);
        capabilities.putIfAbsent("sampling", Map.of());
        meta.put(CAPABILITIES, capabilities);
        parameters.put(META, meta);
        return parameters;
    }

    private static Map<String, Object> object(Map<String, Object> of, String name) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (of.get(name) instanceof Map<?, ?> known) {
            known.forEach((key, value) -> object.put(String.valueOf(key), value));
        }
        return object;
    }

    @Override
    public void notified(String method, Map<String, Object> parameters) {
        caller.notified(method, parameters);
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
        Optional<ServerReply> answer = caller.asked(method, parameters);
        boolean isUnanswered = answer.filter(
                        reply -> reply instanceof ServerReply.Refused refused && refused.code() == NO_METHOD)
                .isPresent();
        if (!method.equals(SAMPLING) || !isUnanswered) {
            return answer;
        }
        return Optional.of(
                answered.incrementAndGet() > MOST
                        ? new ServerReply.Refused(
                                -32603, "one call may ask a model " + MOST + " times at most", Optional.empty())
                        : model.answer(user, parameters));
    }

    @Override
    public void replied(ServerReply reply) {
        caller.replied(reply);
    }
}
