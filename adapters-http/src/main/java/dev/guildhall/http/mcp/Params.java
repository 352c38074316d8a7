package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.RequestReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the members of a request's parameters that are passed on as they are. */
final class Params {
    static final String META = "_meta";
    static final String PREFIX = "io.modelcontextprotocol/";
    static final String RESPONSES = "inputResponses";
    static final String STATE = "requestState";

    private Params() {}

    /** An object as plain values; an empty one when it is not an object. */
    static Map<String, Object> object(JsonNode node) {
        return node.isObject() && !node.isEmpty() ? RequestReader.dataObject().read(node, "params") : Map.of();
    }

    /**
     * The same, for a member that must be an object where it is present.
     *
     * @throws RpcRefusal when it is another value
     */
    static Map<String, Object> object(JsonNode params, String member) {
        JsonNode value = params.path(member);
        if (!value.isObject() && !value.isMissingNode()) {
            throw RpcRefusal.invalidParams(member + ": must be an object");
        }
        try {
            return object(value);
        } catch (Refusal malformed) {
            throw RpcRefusal.invalidParams(malformed.problem().message());
        }
    }

    static String required(JsonNode params, String member) {
        return Optional.ofNullable(params.path(member).textValue())
                .orElseThrow(() -> RpcRefusal.invalidParams(member + ": must be a string"));
    }

    /** The parameters of a method alone, without what every request may have. */
    static Map<String, Object> own(JsonNode params) {
        Map<String, Object> own = new LinkedHashMap<>(object(params));
        own.keySet().removeAll(Set.of(META, RESPONSES, STATE));
        return own;
    }

    @SuppressWarnings("unchecked") // The keys of JSON objects are texts.
    static Map<String, Object> member(Map<String, Object> object, String name) {
        return object.get(name) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    static List<Map<String, Object>> objects(Map<String, Object> object, String name) {
        return object.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(item -> member(Map.of("item", item), "item"))
                        .toList()
                : List.of();
    }
}
