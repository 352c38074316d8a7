package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import dev.guildhall.integrations.httptool.PlacedParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A tool whose parameters are being collected. */
final class ToolDraft {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectNode properties = NODES.objectNode();
    private final ArrayNode required = NODES.arrayNode();
    private final ObjectNode dependent = NODES.objectNode();
    private final List<PlacedParameter> placed = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private long size;

    record Location(Place place, String target, ListStyle style) {}

    /** Adds a parameter under a unique name, which it returns. */
    String add(String wish, ConvertedSchema schema, boolean isRequired, Location location) throws Unsupported {
        if (placed.size() >= OpenApiLimits.PARAMETERS) {
            throw new Unsupported("has more than " + OpenApiLimits.PARAMETERS + " parameters");
        }
        size += schema.size();
        if (size > OpenApiLimits.SCHEMA) {
            throw tooLarge();
        }
        String name = free(ToolWording.parameter(wish), location.place());
        properties.set(name, schema.schema());
        if (isRequired) {
            required.add(name);
        }
        placed.add(new PlacedParameter(name, location.place(), location.target(), location.style(), Optional.empty()));
        return name;
    }

    void leaveOut(String reason) {
        leftOut.add(reason);
    }

    List<String> leftOut() {
        return leftOut;
    }

    /** Each of the parameters needs the required ones among them. */
    void addTogether(List<String> names, List<String> requiredNames) {
        for (String name : names) {
            ArrayNode others = NODES.arrayNode();
            requiredNames.stream().filter(other -> !other.equals(name)).forEach(others::add);
            if (!others.isEmpty()) {
                dependent.set(name, others);
            }
        }
    }

    private String free(String wish, Place place) {
        String name = properties.has(wish) ? wish + "_" + place.wireName() : wish;
        String base = name;
        for (int i = 2; properties.has(name); i++) {
            name = base + "_" + i;
        }
        return name;
    }

    /** The length of the parameters' schemas as JSON, in characters. */
    long size() {
        return size;
    }

    List<PlacedParameter> placed() {
        return placed;
    }

    ObjectNode schema(Map<String, JsonNode> definitions) throws Unsupported {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        schema.set("properties", properties);
        schema.set("required", required);
        if (!dependent.isEmpty()) {
            schema.set("dependentRequired", dependent);
        }
        schema.put("additionalProperties", false);
        if (!definitions.isEmpty()) {
            schema.putObject("$defs").setAll(definitions);
        }
        if (schema.toString().length() > OpenApiLimits.SCHEMA) {
            throw tooLarge();
        }
        return schema;
    }

    private static Unsupported tooLarge() {
        return new Unsupported("has a schema of more than " + OpenApiLimits.SCHEMA + " characters");
    }
}
