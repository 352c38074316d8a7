package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class ParameterReader {
    private final ManifestFaults faults;

    ParameterReader(ManifestFaults faults) {
        this.faults = faults;
    }

    /** The parameter; empty when it is invalid, and the fault is added. */
    Optional<ReadParameter> read(String name, JsonNode json, String path) {
        Place place = Place.fromWire(json.path("in").asText()).orElse(Place.BODY);
        ParameterType type = ParameterType.fromWire(json.path("type").asText()).orElse(ParameterType.STRING);
        ListStyle style = ListStyle.fromWire(json.path("style").asText()).orElse(ListStyle.REPEAT);
        checkPlace(json, place, type, style, path);
        String target = target(name, json, place, path);
        return faults.value(path, () -> spec(json, type, place))
                .map(spec -> new ReadParameter(
                        spec,
                        schema(json, spec, path),
                        new PlacedParameter(name, place, target, style, spec.standard())));
    }

    private static ParameterSpec spec(JsonNode json, ParameterType type, Place place) {
        return new ParameterSpec(
                type,
                Optional.of(isRequired(json, place)),
                Optional.ofNullable(json.path("description").textValue()),
                ParameterType.fromWire(json.path("items").asText("")),
                options(json.path("enum")),
                json.hasNonNull("default")
                        ? Optional.of(StrictJson.plainValue(json.path("default")))
                        : Optional.empty());
    }

    private static boolean isRequired(JsonNode json, Place place) {
        return json.path("required").asBoolean(false) || (place == Place.PATH && !json.hasNonNull("default"));
    }

    private static Optional<List<Object>> options(JsonNode array) {
        return array.isMissingNode()
                ? Optional.empty()
                : Optional.of(array.valueStream().map(StrictJson::plainValue).toList());
    }

    private Map<String, Object> schema(JsonNode json, ParameterSpec spec, String path) {
        Map<String, Object> schema = new LinkedHashMap<>(spec.schema());
        JsonNode more = json.path("schema");
        if (more.has("type") && !more.path("type").equals(json.path("type"))) {
            faults.add(path + ".schema.type", "must be the type of the parameter");
        }
        if (more.isObject()) {
            schema.putAll(StrictJson.plain(more));
        }
        return schema;
    }

    private String target(String name, JsonNode json, Place place, String path) {
        String as = json.path("as").asText(name);
        if (place == Place.BODY) {
            return json.path("pointer").asText("/" + as.replace("~", "~0").replace("/", "~1"));
        }
        if (place == Place.HEADER) {
            faults.addIf(path, HeaderText.argumentNameFault(as));
        }
        return as;
    }

    private void checkPlace(JsonNode json, Place place, ParameterType type, ListStyle style, String path) {
        if (json.has("pointer") && place != Place.BODY) {
            faults.add(path + ".pointer", "is only for parameters of the body");
        }
        if (json.has("pointer") && json.has("as")) {
            faults.add(path + ".as", "cannot be combined with pointer");
        }
        if (json.has("style") && place == Place.BODY) {
            faults.add(path + ".style", "has no effect in the body");
        }
        if (style == ListStyle.DEEP && (place != Place.QUERY || type != ParameterType.OBJECT)) {
            faults.add(path + ".style", "deep is only for objects in the query");
        }
        boolean needsStyle = type == ParameterType.OBJECT && place != Place.BODY;
        if (needsStyle && style != ListStyle.JSON && style != ListStyle.DEEP) {
            faults.add(path + ".style", "must be json or deep for an object outside the body");
        }
    }

    /** A parameter of an action; its schema has everything that the manifest adds to the short form. */
    record ReadParameter(ParameterSpec spec, Map<String, Object> schema, PlacedParameter placed) {
        /** Whether the schema has more than the short form. */
        boolean hasMore() {
            return !schema.equals(spec.schema());
        }
    }
}
