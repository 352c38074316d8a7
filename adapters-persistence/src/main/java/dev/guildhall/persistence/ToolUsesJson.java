package dev.guildhall.persistence;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tool uses as JSON text. What a tool says is not ours to choose: everything but ASCII is escaped, so that a NUL or half of
 * a surrogate pair in it can be stored too.
 */
final class ToolUsesJson {
    /** What could be written must be readable: the limits for what strangers send do not hold here. */
    private static final StreamReadConstraints OUR_OWN = StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build();

    private static final JsonMapper JSON = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(OUR_OWN).build())
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final TypeReference<List<Map<String, Object>>> USES = new TypeReference<>() {};

    private ToolUsesJson() {}

    static String write(List<ToolUse> uses) {
        try {
            return JSON.writeValueAsString(
                    uses.stream().map(ToolUsesJson::fields).toList());
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("a tool use cannot be written as JSON", unwritable);
        }
    }

    static List<ToolUse> read(String json) {
        try {
            return JSON.readValue(json, USES).stream().map(ToolUsesJson::use).toList();
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("a stored tool use cannot be read", unreadable);
        }
    }

    private static Map<String, Object> fields(ToolUse use) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("callId", use.callId());
        fields.put("round", use.round());
        fields.put("tool", use.tool());
        fields.put("parameters", use.parameters());
        switch (use.outcome()) {
            case ToolOutcome.Success success -> {
                fields.put("success", true);
                fields.put("data", success.data());
            }
            case ToolOutcome.Failure failure -> {
                fields.put("success", false);
                fields.put("kind", failure.kind().name());
                fields.put("message", failure.message());
            }
        }
        return fields;
    }

    private static ToolUse use(Map<String, Object> fields) {
        return new ToolUse(
                text(fields, "callId"),
                ((Number) required(fields, "round")).intValue(),
                text(fields, "tool"),
                required(fields, "parameters") instanceof Map<?, ?> map ? object(map) : Map.of(),
                outcome(fields));
    }

    private static ToolOutcome outcome(Map<String, Object> fields) {
        if (Boolean.TRUE.equals(fields.get("success"))) {
            return new ToolOutcome.Success(plain(required(fields, "data")));
        }
        return new ToolOutcome.Failure(FailureKind.valueOf(text(fields, "kind")), text(fields, "message"));
    }

    private static Map<String, Object> object(Map<?, ?> read) {
        Map<String, Object> object = new LinkedHashMap<>();
        read.forEach((name, value) -> object.put(String.valueOf(name), plain(value)));
        return object;
    }

    private static Object plain(Object read) {
        return switch (read) {
            case Map<?, ?> map -> object(map);
            case List<?> list ->
                list.stream().map(ToolUsesJson::plain).collect(Collectors.toCollection(ArrayList::new));
            case BigDecimal decimal -> number(decimal);
            case null, default -> read;
        };
    }

    /** A double where it says the same, as everywhere else in JSON data; a calculator's long decimal stays what it is. */
    private static Number number(BigDecimal decimal) {
        double near = decimal.doubleValue();
        boolean same = Double.isFinite(near) && new BigDecimal(Double.toString(near)).compareTo(decimal) == 0;
        return same ? (Number) near : decimal;
    }

    private static String text(Map<String, Object> fields, String name) {
        return (String) required(fields, name);
    }

    private static Object required(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw new IllegalStateException("a stored tool use has no " + name);
        }
        return value;
    }
}
