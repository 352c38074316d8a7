package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes requests in the protocol of the provider. The README of the package lists what differs. */
public final class GeminiRequests {
    private static final Pattern GENERATION = Pattern.compile("gemini-(\\d{1,4})\\b.*");
    private static final int FIRST_WITH_LEVELS = 3;
    private static final String EFFORT = "reasoning_effort";

    /** The tokens of reasoning of the models without levels, as Google's own translation has them. */
    private static final Map<String, Integer> BUDGETS =
            Map.of("none", 0, "minimal", 1_024, "low", 1_024, "medium", 8_192, "high", 24_576);

    private static final Map<String, String> LEVELS =
            Map.of("none", "minimal", "minimal", "minimal", "low", "low", "medium", "medium", "high", "high");

    private GeminiRequests() {}

    public static Map<String, Object> json(CompletionRequest request, String model, WireNames names) {
        Map<String, Object> json = new LinkedHashMap<>();
        instruction(request).ifPresent(text -> json.put("systemInstruction", Map.of("parts", List.of(text(text)))));
        json.put("contents", WrittenContents.of(request.messages(), names, hasLevels(model)));
        if (!request.offer().functions().isEmpty()) {
            json.put("tools", List.of(Map.of("functionDeclarations", functions(request.offer(), names))));
            mode(request.offer(), names)
                    .ifPresent(mode -> json.put("toolConfig", Map.of("functionCallingConfig", mode)));
        }
        Map<String, Object> config = config(request, model);
        if (!config.isEmpty()) {
            json.put("generationConfig", config);
        }
        return json;
    }

    static Map<String, Object> text(String text) {
        return Map.of("text", text);
    }

    private static boolean hasLevels(String model) {
        Matcher generation = GENERATION.matcher(model);
        return generation.matches() && Integer.parseInt(generation.group(1)) >= FIRST_WITH_LEVELS;
    }

    private static Optional<String> instruction(CompletionRequest request) {
        List<String> texts = request.messages().stream()
                .filter(ChatMessage.Instruction.class::isInstance)
                .map(ChatMessage::content)
                .filter(text -> !text.isBlank())
                .toList();
        return texts.isEmpty() ? Optional.empty() : Optional.of(String.join("\n\n", texts));
    }

    private static List<Map<String, Object>> functions(FunctionOffer offer, WireNames names) {
        List<Map<String, Object>> functions = new ArrayList<>();
        for (FunctionSpec function : offer.functions()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", names.toWire(function.name()));
            json.put("description", function.description());
            json.put("parametersJsonSchema", ToolSchema.simplified(function.parameters()));
            functions.add(json);
        }
        return functions;
    }

    private static Optional<Map<String, Object>> mode(FunctionOffer offer, WireNames names) {
        return switch (offer.choice()) {
            case ToolChoice.Auto ignored -> Optional.empty();
            case ToolChoice.None ignored -> Optional.of(Map.of("mode", "NONE"));
            case ToolChoice.Required ignored -> Optional.of(Map.of("mode", "ANY"));
            case ToolChoice.Named(String name) ->
                Optional.of(Map.of("mode", "ANY", "allowedFunctionNames", List.of(names.toWire(name))));
        };
    }

    private static Map<String, Object> config(CompletionRequest request, String model) {
        Sampling sampling = request.sampling();
        DecodingOptions decoding = sampling.decoding();
        Map<String, Object> config = new LinkedHashMap<>();
        sampling.temperature().ifPresent(value -> config.put("temperature", value));
        sampling.maxTokens().ifPresent(value -> config.put("maxOutputTokens", value));
        decoding.topP().ifPresent(value -> config.put("topP", value));
        decoding.seed().stream().filter(GeminiRequests::isSeed).forEach(value -> config.put("seed", value));
        decoding.presencePenalty().ifPresent(value -> config.put("presencePenalty", value));
        decoding.frequencyPenalty().ifPresent(value -> config.put("frequencyPenalty", value));
        if (!decoding.stop().isEmpty()) {
            config.put("stopSequences", decoding.stop());
        }
        switch (request.format()) {
            case ResponseFormat.Words ignored -> {}
            case ResponseFormat.Json ignored -> config.put("responseMimeType", "application/json");
            case ResponseFormat.Schema schema -> {
                config.put("responseMimeType", "application/json");
                config.put("responseJsonSchema", schema.schema());
            }
        }
        effort(decoding).ifPresent(effort -> config.put("thinkingConfig", thinking(effort, model)));
        return config;
    }

    /** The provider's seeds have 32 bits. */
    private static boolean isSeed(long seed) {
        return seed == (int) seed;
    }

    private static Map<String, Object> thinking(String effort, String model) {
        Map<String, Object> thinking = new LinkedHashMap<>();
        if (hasLevels(model)) {
            thinking.put("thinkingLevel", String.valueOf(LEVELS.get(effort)));
        } else {
            thinking.put("thinkingBudget", BUDGETS.get(effort));
        }
        thinking.put("includeThoughts", !effort.equals("none"));
        return thinking;
    }

    private static Optional<String> effort(DecodingOptions decoding) {
        return decoding.others().stream()
                .filter(GeminiRequests::isEffort)
                .map(setting -> String.valueOf(setting.value()))
                .findFirst();
    }

    private static boolean isEffort(DecodingOptions.Setting setting) {
        return setting.name().equals(EFFORT) && BUDGETS.containsKey(String.valueOf(setting.value()));
    }

    public static List<String> leftOut(CompletionRequest request) {
        DecodingOptions decoding = request.sampling().decoding();
        List<String> left = new ArrayList<>();
        decoding.others().stream()
                .filter(setting -> !isEffort(setting))
                .map(DecodingOptions.Setting::field)
                .forEach(left::add);
        if (request.hasDetail()) {
            left.add("detail");
        }
        if (request.hasCacheBreakpoint()) {
            left.add("cache_control");
        }
        if (decoding.seed().isPresent() && !isSeed(decoding.seed().getAsLong())) {
            left.add("seed");
        }
        if (!request.offer().parallel()) {
            left.add("parallel_tool_calls");
        }
        return left;
    }
}
