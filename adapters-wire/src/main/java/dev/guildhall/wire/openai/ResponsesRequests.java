package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.PassedBody;
import dev.guildhall.wire.completion.ToolSchema;
import dev.guildhall.wire.http.ProviderJson;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Writes requests to a provider that has {@code responses} itself. */
public final class ResponsesRequests {
    private static final String TYPE = "type";
    private static final String NAME = "name";
    private static final String EFFORT = "reasoning_effort";
    private static final String VERBOSITY = "verbosity";

    /** The settings that have the same name in chat completions. */
    private static final Set<String> SAME_IN_CHAT =
            Set.of("user", "safety_identifier", "service_tier", "prompt_cache_key", "prompt_cache_retention");

    private ResponsesRequests() {}

    /** The body of a client of this protocol, for that model. */
    public static List<ByteBuffer> passed(ByteBuffer body, String model) {
        return PassedBody.with(body, Map.of("model", ignored -> TextNode.valueOf(model)));
    }

    /** The provider is asked to keep nothing. */
    public static Map<String, Object> json(CompletionRequest request, String model, WireNames names, boolean stream) {
        Sampling sampling = request.sampling();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("model", model);
        json.put("input", items(request.messages(), names));
        put(json, "temperature", sampling.temperature());
        put(json, "top_p", sampling.decoding().topP());
        sampling.maxTokens().ifPresent(most -> json.put("max_output_tokens", most));
        tools(json, request.offer(), names);
        Map<String, Object> text = new LinkedHashMap<>();
        for (DecodingOptions.Setting setting : sampling.decoding().others()) {
            switch (setting.name()) {
                case EFFORT -> json.put("reasoning", object("effort", setting.value()));
                case VERBOSITY -> text.put(VERBOSITY, setting.value());
                default -> {
                    if (SAME_IN_CHAT.contains(setting.name())) {
                        json.put(setting.name(), setting.value());
                    }
                }
            }
        }
        format(text, request.format());
        if (!text.isEmpty()) {
            json.put("text", text);
        }
        json.put("store", false);
        json.put("stream", stream);
        return json;
    }

    /** The fields of a request that the protocol does not have. */
    public static List<String> leftOut(CompletionRequest request) {
        DecodingOptions decoding = request.sampling().decoding();
        List<String> left = new ArrayList<>(OpenAiRequests.leftOut(request));
        decoding.others().stream()
                .filter(setting -> !SAME_IN_CHAT.contains(setting.name())
                        && !Set.of(EFFORT, VERBOSITY).contains(setting.name()))
                .map(DecodingOptions.Setting::field)
                .forEach(left::add);
        addIf(left, !decoding.stop().isEmpty(), "stop");
        addIf(left, decoding.seed().isPresent(), "seed");
        addIf(left, decoding.presencePenalty().isPresent(), "presence_penalty");
        addIf(left, decoding.frequencyPenalty().isPresent(), "frequency_penalty");
        return left;
    }

    /** The members in this order, so that equal requests are equal bytes, which providers cache. */
    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return object;
    }

    private static void addIf(List<String> left, boolean isSet, String field) {
        if (isSet) {
            left.add(field);
        }
    }

    private static void put(Map<String, Object> json, String name, OptionalDouble value) {
        value.ifPresent(number -> json.put(name, number));
    }

    private static List<Map<String, Object>> items(List<ChatMessage> messages, WireNames names) {
        List<Map<String, Object>> items = new ArrayList<>();
        for (ChatMessage message : messages) {
            switch (message) {
                case ChatMessage.Instruction instruction -> items.add(message("system", instruction.content()));
                case ChatMessage.User user ->
                    items.add(message("user", user.media().isEmpty() ? user.content() : parts(user.parts())));
                case ChatMessage.Assistant assistant -> {
                    if (!assistant.content().isEmpty()) {
                        items.add(message("assistant", assistant.content()));
                    }
                    assistant.toolCalls().forEach(call -> items.add(call(call, names)));
                }
                case ChatMessage.ToolResult result ->
                    items.add(object(
                            TYPE,
                            "function_call_output",
                            "call_id",
                            result.callId(),
                            "output",
                            result.media().isEmpty() ? result.content() : parts(result.parts())));
            }
        }
        return items;
    }

    private static Map<String, Object> message(String role, Object content) {
        return object(TYPE, "message", "role", role, "content", content);
    }

    /** Malformed arguments become an empty object: some servers fail on a history that is not JSON. */
    private static Map<String, Object> call(ToolCall call, WireNames names) {
        String arguments = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> ProviderJson.write(parsed.values());
            case ToolArguments.Malformed ignored -> "{}";
        };
        return object(
                TYPE, "function_call", "call_id", call.id(), NAME, names.toWire(call.tool()), "arguments", arguments);
    }

    private static List<Map<String, Object>> parts(List<? extends ContentPart> parts) {
        List<Map<String, Object>> json = new ArrayList<>();
        for (ContentPart part : parts) {
            switch (part) {
                case ContentPart.Text text -> json.add(object(TYPE, "input_text", "text", text.text()));
                case ContentPart.Media media -> json.add(media(media));
            }
        }
        return json;
    }

    private static Map<String, Object> media(ContentPart.Media media) {
        return switch (media.kind()) {
            case PICTURE ->
                object(
                        TYPE,
                        "input_image",
                        "image_url",
                        media.source().url(),
                        "detail",
                        media.detail().orElse("auto"));
            case FILE ->
                media.source() instanceof MediaSource.Address(String url)
                        ? object(TYPE, "input_file", "file_url", url)
                        : object(
                                TYPE,
                                "input_file",
                                "filename",
                                media.name().orElse("file"),
                                "file_data",
                                media.source().url());
            case SOUND ->
                throw new Refusal(new CompletionProblem.RequestRefused(
                        "messages: sounds are not supported by the model's provider"));
        };
    }

    private static void tools(Map<String, Object> json, FunctionOffer offer, WireNames names) {
        if (offer.functions().isEmpty()) {
            return;
        }
        json.put(
                "tools",
                offer.functions().stream().map(tool -> function(tool, names)).toList());
        switch (offer.choice()) {
            case ToolChoice.Auto ignored -> {}
            case ToolChoice.None ignored -> json.put("tool_choice", "none");
            case ToolChoice.Required ignored -> json.put("tool_choice", "required");
            case ToolChoice.Named(String name) ->
                json.put("tool_choice", object(TYPE, CallFields.FUNCTION, NAME, names.toWire(name)));
        }
        if (!offer.parallel()) {
            json.put("parallel_tool_calls", false);
        }
    }

    /** Unlike in chat completions, an absent {@code strict} means true. */
    private static Map<String, Object> function(FunctionSpec tool, WireNames names) {
        return object(
                TYPE,
                CallFields.FUNCTION,
                NAME,
                names.toWire(tool.name()),
                "description",
                tool.description(),
                "parameters",
                ToolSchema.simplified(tool.parameters()),
                "strict",
                tool.strict());
    }

    private static void format(Map<String, Object> text, ResponseFormat format) {
        switch (format) {
            case ResponseFormat.Words ignored -> {}
            case ResponseFormat.Json ignored -> text.put("format", object(TYPE, "json_object"));
            case ResponseFormat.Schema(String name, Map<String, Object> schema, boolean strict) ->
                text.put("format", object(TYPE, "json_schema", NAME, name, "schema", schema, "strict", strict));
        }
    }
}
