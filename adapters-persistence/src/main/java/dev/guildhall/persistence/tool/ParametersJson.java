package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.ToolParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the parameters of a tool as one JSON object, by name, and reads them. */
public final class ParametersJson {
    private ParametersJson() {}

    public static String write(ToolParameters parameters) {
        Map<String, Object> all = new LinkedHashMap<>();
        parameters.byName().forEach((name, spec) -> all.put(name, spec.asGiven()));
        return StoredJson.write(all);
    }

    public static ToolParameters read(String json, Optional<String> inputSchema) {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        StoredJson.readObject(json).forEach((name, fields) -> {
            if (fields instanceof Map<?, ?> map) {
                byName.put(name, spec(map));
            }
        });
        return new ToolParameters(byName, inputSchema.map(StoredJson::readObject));
    }

    @SuppressWarnings("unchecked")
    private static ParameterSpec spec(Map<?, ?> fields) {
        return new ParameterSpec(
                type(fields, "type").orElseThrow(),
                Optional.ofNullable((Boolean) fields.get("required")),
                Optional.ofNullable((String) fields.get("description")),
                type(fields, "items"),
                Optional.ofNullable((List<Object>) fields.get("enum")),
                Optional.ofNullable(fields.get("default")));
    }

    private static Optional<ParameterType> type(Map<?, ?> fields, String name) {
        return Optional.ofNullable((String) fields.get(name)).flatMap(ParameterType::fromWire);
    }
}
