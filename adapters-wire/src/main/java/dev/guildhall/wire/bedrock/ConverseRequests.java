package dev.guildhall.wire.bedrock;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.ToolSchema;
import dev.guildhall.wire.http.ProviderJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes requests to the provider. */
public final class ConverseRequests {
    /** After it comes what is cached: the models of others refuse it. */
    static final Map<String, Object> CACHE_POINT = Map.of("cachePoint", Map.of("type", "default"));

    private static final Map<String, Object> ANY_OBJECT = Map.of("type", "object");
    private static final String JSON_ALONE =
            "Your answer, calls of tools apart, is one JSON object and nothing else: no words before or behind it, and"
                    + " no code fence around it.";

    private ConverseRequests() {}

    public static Map<String, Object> json(CompletionRequest request, String model, WireNames names) {
        boolean caches = caches(model);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", ConverseMessages.of(request.messages(), names, caches));
        List<Map<String, Object>> system = system(request, caches);
        if (!system.isEmpty()) {
            json.put("system", system);
        }
        Map<String, Object> config = config(request.sampling());
        if (!config.isEmpty()) {
            json.put("inferenceConfig", config);
        }
        Map<String, Object> tools = tools(request, names, caches);
        if (!tools.isEmpty()) {
            json.put("toolConfig", tools);
        }
        return json;
    }

    private static boolean caches(String model) {
        return model.contains("claude") || model.contains("nova");
    }

    private static List<Map<String, Object>> system(CompletionRequest request, boolean caches) {
        List<Map<String, Object>> system = new ArrayList<>();
        for (ChatMessage message : request.messages()) {
            if (message instanceof ChatMessage.Instruction instruction) {
                for (ContentPart.Text part : instruction.parts()) {
                    addText(system, part, caches);
                }
            }
        }
        instruction(request.format()).ifPresent(text -> system.add(Map.of("text", text)));
        return system;
    }

    static void addText(List<Map<String, Object>> blocks, ContentPart.Text part, boolean caches) {
        if (!part.text().isBlank()) {
            blocks.add(Map.of("text", part.text()));
        }
        if (caches && part.cache().isPresent() && !blocks.isEmpty()) {
            blocks.add(CACHE_POINT);
        }
    }

    private static Optional<String> instruction(ResponseFormat format) {
        return switch (format) {
            case ResponseFormat.Words ignored -> Optional.empty();
            case ResponseFormat.Json ignored -> Optional.of(JSON_ALONE);
            case ResponseFormat.Schema schema ->
                Optional.of(JSON_ALONE + " It fits this JSON Schema: " + ProviderJson.write(schema.schema()));
        };
    }

    /** Newer models refuse both kinds of sampling together. */
    private static Map<String, Object> config(Sampling sampling) {
        Map<String, Object> config = new LinkedHashMap<>();
        sampling.maxTokens().ifPresent(value -> config.put("maxTokens", value));
        sampling.temperature().ifPresent(value -> config.put("temperature", Math.min(1, value)));
        if (sampling.temperature().isEmpty()) {
            sampling.decoding().topP().ifPresent(value -> config.put("topP", value));
        }
        if (!sampling.decoding().stop().isEmpty()) {
            config.put("stopSequences", sampling.decoding().stop());
        }
        return config;
    }

    /** The provider refuses a conversation with calls unless the request defines tools. */
    private static Map<String, Object> tools(CompletionRequest request, WireNames names, boolean caches) {
        List<Map<String, Object>> tools = new ArrayList<>();
        for (FunctionSpec function : request.offer().functions()) {
            tools.add(tool(
                    names.toWire(function.name()),
                    function.description(),
                    ToolSchema.simplified(function.parameters())));
            if (caches && function.cache().isPresent()) {
                tools.add(CACHE_POINT);
            }
        }
        if (tools.isEmpty() || isForbidden(request)) {
            List<String> called = called(request);
            if (called.isEmpty()) {
                return Map.of();
            }
            if (tools.isEmpty()) {
                called.forEach(name -> tools.add(tool(names.toWire(name), "", ANY_OBJECT)));
            }
        }
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("tools", tools);
        choice(request.offer().choice(), names).ifPresent(choice -> config.put("toolChoice", choice));
        return config;
    }

    private static boolean isForbidden(CompletionRequest request) {
        return request.offer().choice() instanceof ToolChoice.None;
    }

    private static List<String> called(CompletionRequest request) {
        return request.messages().stream()
                .filter(ChatMessage.Assistant.class::isInstance)
                .map(ChatMessage.Assistant.class::cast)
                .flatMap(assistant -> assistant.toolCalls().stream())
                .map(ToolCall::tool)
                .distinct()
                .toList();
    }

    private static Map<String, Object> tool(String name, String description, Map<String, Object> schema) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("name", name);
        if (!description.isBlank()) {
            spec.put("description", description);
        }
        spec.put("inputSchema", Map.of("json", schema));
        return Map.of("toolSpec", spec);
    }

    private static Optional<Map<String, Object>> choice(ToolChoice choice, WireNames names) {
        return switch (choice) {
            case ToolChoice.Auto ignored -> Optional.empty();
            case ToolChoice.None ignored -> Optional.empty();
            case ToolChoice.Required ignored -> Optional.of(Map.of("any", Map.of()));
            case ToolChoice.Named(String name) -> Optional.of(Map.of("tool", Map.of("name", names.toWire(name))));
        };
    }

    public static List<String> leftOut(CompletionRequest request, String model) {
        Sampling sampling = request.sampling();
        DecodingOptions decoding = sampling.decoding();
        List<String> left = new ArrayList<>();
        decoding.others().stream().map(DecodingOptions.Setting::field).forEach(left::add);
        addIf(left, request.hasDetail(), "detail");
        addIf(left, request.hasCacheBreakpoint() && !caches(model), "cache_control");
        addIf(left, sampling.temperature().orElse(0) > 1, "temperature above 1");
        addIf(left, decoding.topP().isPresent() && sampling.temperature().isPresent(), "top_p");
        addIf(left, decoding.seed().isPresent(), "seed");
        addIf(left, decoding.presencePenalty().isPresent(), "presence_penalty");
        addIf(left, decoding.frequencyPenalty().isPresent(), "frequency_penalty");
        addIf(left, !request.offer().parallel(), "parallel_tool_calls");
        addIf(left, isForbidden(request) && !called(request).isEmpty(), "tool_choice");
        return left;
    }

    private static void addIf(List<String> left, boolean isSet, String field) {
        if (isSet) {
            left.add(field);
        }
    }
}
