package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.BodyTemplate;
import dev.guildhall.integrations.httptool.Place;
import dev.guildhall.integrations.httptool.RequestTemplate;
import dev.guildhall.integrations.manifest.ParameterReader.ReadParameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class BodyReader {
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    private final ManifestFaults faults;

    BodyReader(ManifestFaults faults) {
        this.faults = faults;
    }

    /** The body; empty when there is none, or when it is invalid and the faults are added. */
    Optional<RequestTemplate.Body> read(
            String method, JsonNode action, Map<String, ReadParameter> parameters, String path) {
        Map<String, String> pointers = new LinkedHashMap<>();
        parameters.forEach((name, parameter) -> {
            if (parameter.placed().place() == Place.BODY) {
                pointers.put(name, parameter.placed().target());
            }
        });
        JsonNode written = action.path("body");
        if (pointers.isEmpty() && written.isMissingNode()) {
            return Optional.empty();
        }
        if (WITHOUT_BODY.contains(method)) {
            faults.add(path + ".method", "is " + method + ", which has no body");
        }
        BodyFormat format =
                BodyFormat.fromWire(action.path("bodyFormat").asText()).orElse(BodyFormat.JSON);
        if (format == BodyFormat.FORM && (written.isArray() || pointers.containsValue(""))) {
            faults.add(path + ".bodyFormat", "form needs an object at the top of the body");
        }
        Optional<BodyTemplate> template = written.isMissingNode()
                ? faults.value(path + ".parameters", () -> BodyTemplate.at(pointers))
                : Optional.of(written(written, action.path("parameters"), pointers.keySet(), path));
        return template.map(known -> new RequestTemplate.Body(known, format));
    }

    private BodyTemplate written(JsonNode body, JsonNode parameters, Set<String> names, String path) {
        BodyTemplate template = BodyTemplate.of(body);
        Set<String> used = template.parameters();
        used.stream()
                .filter(name -> !names.contains(name))
                .forEach(
                        name -> faults.add(path + ".body", "names " + name + ", which is not a parameter of the body"));
        for (String name : names) {
            String here = path + ".parameters." + name;
            if (!used.contains(name)) {
                faults.add(here, "goes into the body, which does not name it");
            }
            if (parameters.path(name).has("pointer")) {
                faults.add(here + ".pointer", "cannot be combined with a body template");
            }
        }
        return template;
    }
}
