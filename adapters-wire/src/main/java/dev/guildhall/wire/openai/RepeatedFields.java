package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request to {@code responses} that the answer repeats, in the forms that the Open Responses document
 * requires of an answer: all fields are present, with the defaults of the protocol, and a value that the document does not
 * have becomes its default. The tools are those that the model is offered.
 */
final class RepeatedFields {
    private static final List<String> NAMES = List.of(
            "instructions",
            "max_output_tokens",
            "max_tool_calls",
            "temperature",
            "top_p",
            "presence_penalty",
            "frequency_penalty",
            "top_logprobs",
            "truncation",
            "text",
            "tool_choice",
            "reasoning",
            "service_tier",
            "metadata",
            "safety_identifier",
            "prompt_cache_key");

    private static final Set<String> TRUNCATIONS = Set.of("auto", "disabled");
    private static final Set<String> EFFORTS = Set.of("none", "low", "medium", "high", "xhigh");
    private static final Set<String> SUMMARIES = Set.of("concise", "detailed", "auto");
    private static final Set<String> VERBOSITIES = Set.of("low", "medium", "high");
    private static final String TYPE = "type";
    private static final String NAME = "name";

    private final Map<String, Object> given;

    private RepeatedFields(Map<String, Object> given) {
        this.given = given;
    }

    /** The values as the client sent them, from a body that is checked afterwards. */
    static RepeatedFields read(JsonBody body) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (String name : NAMES) {
            body.optional(name, RequestReader.data()).get().ifPresent(value -> given.put(name, value));
        }
        return new RepeatedFields(given);
    }

    Map<String, @Nullable Object> json(FunctionOffer offer) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("instructions", textOr("instructions", null));
        json.put("max_output_tokens", numberOr("max_output_tokens", null));
        json.put("max_tool_calls", numberOr("max_tool_calls", null));
        json.put("parallel_tool_calls", offer.parallel());
        json.put("temperature", numberOr("temperature", 1));
        json.put("top_p", numberOr("top_p", 1));
        json.put("presence_penalty", numberOr("presence_penalty", 0));
        json.put("frequency_penalty", numberOr("frequency_penalty", 0));
        json.put("top_logprobs", numberOr("top_logprobs", 0));
        json.put(
                "truncation",
                Optional.ofNullable(oneOf(given, "truncation", TRUNCATIONS)).orElse("disabled"));
        json.put("text", text(members(given.get("text"))));
        json.put("tool_choice", choice(offer));
        json.put("tools", offer.functions().stream().map(RepeatedFields::tool).toList());
        Map<?, ?> reasoning = members(given.get("reasoning"));
        Map<String, @Nullable Object> efforts = new LinkedHashMap<>();
        efforts.put("effort", oneOf(reasoning, "effort", EFFORTS));
        efforts.put("summary", oneOf(reasoning, "summary", SUMMARIES));
        json.put("reasoning", efforts);
        json.put(
                "service_tier",
                "auto".equals(given.get("service_tier")) ? "default" : textOr("service_tier", "default"));
        json.put("metadata", given.getOrDefault("metadata", Map.of()));
        json.put("safety_identifier", textOr("safety_identifier", null));
        json.put("prompt_cache_key", textOr("prompt_cache_key", null));
        return json;
    }

    private @Nullable Object textOr(String name, @Nullable String absent) {
        return given.get(name) instanceof String text ? text : absent;
    }

    private @Nullable Object numberOr(String name, @Nullable Integer absent) {
        return given.get(name) instanceof Number number ? number : absent;
    }

    private static Map<?, ?> members(@Nullable Object value) {
        return value instanceof Map<?, ?> members ? members : Map.of();
    }

    private static @Nullable Object oneOf(Map<?, ?> members, String name, Set<String> values) {
        return members.get(name) instanceof String text && values.contains(text) ? text : null;
    }

    private static Map<String, Object> text(Map<?, ?> text) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", format(members(text.get("format"))));
        Optional.ofNullable(oneOf(text, "verbosity", VERBOSITIES)).ifPresent(value -> json.put("verbosity", value));
        return json;
    }

    /** The document allows null alone as the schema of an answer. */
    private static Map<String, @Nullable Object> format(Map<?, ?> format) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(TYPE, format.get(TYPE) instanceof String type ? type : "text");
        if ("json_schema".equals(format.get(TYPE))) {
            json.put(NAME, format.get(NAME));
            json.put("description", format.get("description") instanceof String words ? words : null);
            json.put("schema", null);
            json.put("strict", Boolean.TRUE.equals(format.get("strict")));
        }
        return json;
    }

    private Object choice(FunctionOffer offer) {
        if (!"allowed_tools".equals(members(given.get("tool_choice")).get(TYPE))) {
            return choice(offer.choice());
        }
        return Map.of(
                TYPE,
                "allowed_tools",
                "mode",
                choice(offer.choice()),
                "tools",
                offer.functions().stream().map(tool -> function(tool.name())).toList());
    }

    private static Object choice(ToolChoice choice) {
        return switch (choice) {
            case ToolChoice.Auto ignored -> "auto";
            case ToolChoice.None ignored -> "none";
            case ToolChoice.Required ignored -> "required";
            case ToolChoice.Named(String name) -> function(name);
        };
    }

    private static Map<String, Object> function(String name) {
        return Map.of(TYPE, CallFields.FUNCTION, NAME, name);
    }

    private static Map<String, @Nullable Object> tool(FunctionSpec tool) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(TYPE, CallFields.FUNCTION);
        json.put(NAME, tool.name());
        json.put("description", tool.description().isEmpty() ? null : tool.description());
        json.put("parameters", tool.parameters());
        json.put("strict", tool.strict());
        return json;
    }
}
