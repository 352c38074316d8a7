package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Optional;
import java.util.function.Function;

/** A message of JSON-RPC 2.0 as MCP restricts it: identifiers are never null, parameters are named. */
sealed interface RpcMessage {
    /** The identifier of a response to a message without one. */
    JsonNode NO_ID = NullNode.getInstance();

    String TRACEPARENT = "traceparent";

    /**
     * A message that expects a response.
     *
     * @param id a string or a number
     * @param params an object, or another value, which every method refuses
     */
    record Request(JsonNode id, String method, JsonNode params) implements RpcMessage {
        <T> T params(Function<JsonBody, T> reader) {
            return read(params, reader);
        }

        /** The span that the client names in {@code _meta}; empty when it names none, or none that is valid. */
        Optional<SpanContext> traceparent() {
            return Optional.ofNullable(params.path("_meta").path(TRACEPARENT).textValue())
                    .flatMap(SpanContext::ofTraceparent);
        }

        /** The same request, whose {@code _meta} names that span. */
        Request within(Optional<SpanContext> span) {
            if (span.isEmpty() || !(params instanceof ObjectNode object)) {
                return this;
            }
            ObjectNode all = object.deepCopy();
            ObjectNode meta = all.path("_meta") instanceof ObjectNode theirs ? theirs : all.putObject("_meta");
            meta.put(TRACEPARENT, span.get().toTraceparent());
            return new Request(id, method, all);
        }

        /** The token with which the client asks for progress notifications: a string or an integer. */
        Optional<JsonNode> progressToken() {
            return Optional.of(params.path("_meta").path("progressToken"))
                    .filter(token -> token.isTextual() || token.isIntegralNumber());
        }
    }

    record Notification(String method, JsonNode params) implements RpcMessage {}

    /**
     * A response of the client to a question of the server.
     *
     * @param id the identifier of the question
     */
    record Response(JsonNode id, ServerReply reply) implements RpcMessage {}

    /** @throws RpcRefusal when the JSON is not a message */
    static RpcMessage of(JsonNode node) {
        if (!node.isObject() || !"2.0".equals(node.path("jsonrpc").textValue())) {
            throw RpcRefusal.invalidRequest("a message is an object with \"jsonrpc\": \"2.0\"");
        }
        if (!node.has("method")) {
            return response(node);
        }
        if (!node.get("method").isTextual()) {
            throw RpcRefusal.invalidRequest("method: must be a string");
        }
        String method = node.get("method").textValue();
        if (!node.has("id")) {
            return new Notification(method, params(node));
        }
        if (idOf(node).isNull()) {
            throw RpcRefusal.invalidRequest("id: must be a string or a number");
        }
        return new Request(idOf(node), method, params(node));
    }

    private static RpcMessage response(JsonNode node) {
        if (node.has("result") == node.has("error")) {
            throw RpcRefusal.invalidRequest("method: is required");
        }
        if (node.has("result")) {
            return new Response(idOf(node), new ServerReply.Result(Params.object(node.get("result"))));
        }
        JsonNode error = node.get("error");
        return new Response(
                idOf(node),
                new ServerReply.Refused(
                        error.path("code").asLong(), error.path("message").asText(""), Optional.empty()));
    }

    private static JsonNode params(JsonNode node) {
        return node.hasNonNull("params") ? node.get("params") : JsonNodeFactory.instance.objectNode();
    }

    /** The identifier for the response to a message, also to a malformed one. */
    static JsonNode idOf(JsonNode node) {
        JsonNode id = node.path("id");
        boolean canBeWrittenBack = id.isNumber() && Double.isFinite(id.doubleValue());
        return id.isTextual() || canBeWrittenBack ? id : NO_ID;
    }

    private static <T> T read(JsonNode params, Function<JsonBody, T> reader) {
        try {
            return RequestReader.object(reader).read(params, "params");
        } catch (Refusal malformed) {
            throw RpcRefusal.invalidParams(malformed.problem().message());
        }
    }
}
