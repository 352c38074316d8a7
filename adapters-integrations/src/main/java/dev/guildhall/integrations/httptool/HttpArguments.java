package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of a call, with defaults for absent ones. */
final class HttpArguments {
    private final List<PlacedParameter> parameters;
    private final Map<String, Object> given;

    HttpArguments(List<PlacedParameter> parameters, Map<String, Object> given) {
        this.parameters = parameters;
        this.given = given;
    }

    List<PlacedParameter> in(Place place) {
        return parameters.stream()
                .filter(parameter -> parameter.place() == place)
                .toList();
    }

    /** A value as one text; empty when there is none. */
    Optional<String> text(PlacedParameter parameter) throws ArgumentFault {
        Optional<Object> value = value(parameter);
        return value.isPresent()
                ? Optional.of(ValueText.of(parameter.name(), value.get(), parameter.style()))
                : Optional.empty();
    }

    /** The names and texts that represent a value in a query. */
    List<Map.Entry<String, String>> pairs(PlacedParameter parameter) throws ArgumentFault {
        Optional<Object> value = value(parameter);
        return value.isEmpty()
                ? List.of()
                : new ValuePairs(parameter.name(), parameter.style()).of(parameter.target(), value.get());
    }

    /** The values in the body, by parameter name. Only in the body is null a value of its own. */
    Map<String, JsonNode> bodyValues() {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        for (PlacedParameter parameter : in(Place.BODY)) {
            if (given.containsKey(parameter.name()) && given.get(parameter.name()) == null) {
                values.put(parameter.name(), NullNode.instance);
            } else {
                value(parameter).ifPresent(value -> values.put(parameter.name(), Json.LENIENT.valueToTree(value)));
            }
        }
        return values;
    }

    private Optional<Object> value(PlacedParameter parameter) {
        return Optional.ofNullable(given.get(parameter.name())).or(parameter::standard);
    }
}
