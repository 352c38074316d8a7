package dev.guildhall.wire.ollama;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.ToolSchema;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.CalledFunctionJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.CalledJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.FunctionJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.MessageJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.OptionsJson;
import dev.guildhall.wire.ollama.OllamaRequestJson.ToolJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes requests in the protocol of the server. The README of the package lists what differs. */
public final class OllamaRequests {
    /** The fields of this protocol that a client of another protocol may add to its requests. */
    private static final Set<String> PASSED = Set.of("options", "think", "keep_alive");

    /** The tokens of an answer whose request has no limit. */
    private static final int ANSWER_TOKENS = 2_048;

    private static final int DEFAULT_CONTEXT = 4_096;

    private static final TypeReference<Map<String, Object>> OPTIONS = new TypeReference<>() {};

    private OllamaRequests() {}

    /** The size of the context comes before that of the server, which would cut the beginning of a longer prompt. */
    public static OllamaRequestJson json(
            CompletionRequest request, String model, WireNames names, boolean stream, long contextTokens) {
        Map<String, Object> passed = passed(request.sampling().decoding());
        return new OllamaRequestJson(
                model,
                request.messages().stream()
                        .map(message -> message(message, names))
                        .toList(),
                tools(request.offer(), names),
                format(request.format()),
                options(request.sampling(), contextTokens, passed.get("options")),
                passed.get("think"),
                passed.get("keep_alive"),
                stream);
    }

    private static Map<String, Object> passed(DecodingOptions decoding) {
        return decoding.others().stream()
                .filter(OllamaRequests::isPassed)
                .collect(Collectors.toMap(DecodingOptions.Setting::name, DecodingOptions.Setting::value));
    }

    /** Whether a setting of the client goes to the provider; its options are an object. */
    public static boolean isPassed(DecodingOptions.Setting setting) {
        return PASSED.contains(setting.name())
                && (!setting.name().equals("options") || setting.value() instanceof Map<?, ?>);
    }

    /**
     * The size that the context of a request needs: the estimate of its prompt and the room of the answer, rounded up to a
     * power of two, since the server loads a model again when the size changes; at least the size that the server uses
     * without a request for one.
     */
    public static long contextTokens(CompletionRequest request) {
        long tools = request.offer().functions().stream()
                .mapToLong(function -> TokenEstimate.of(function.description()).tokens()
                        + TokenEstimate.of(ProviderJson.write(function.parameters()))
                                .tokens())
                .sum();
        long room = request.sampling().maxTokens().orElse(ANSWER_TOKENS);
        long calls = request.messages().stream()
                .filter(ChatMessage.Assistant.class::isInstance)
                .flatMap(message -> ((ChatMessage.Assistant) message).toolCalls().stream())
                .mapToLong(call ->
                        TokenEstimate.of(ProviderJson.write(arguments(call))).tokens())
                .sum();
        long needed = TokenEstimate.of(request.messages()).tokens() + calls + tools + room;
        long floor = Long.highestOneBit(needed);
        return Math.max(DEFAULT_CONTEXT, needed == floor ? floor : floor * 2);
    }

    private static MessageJson message(ChatMessage message, WireNames names) {
        return switch (message) {
            case ChatMessage.Instruction instruction -> MessageJson.text("system", instruction.content());
            case ChatMessage.User user -> new MessageJson("user", user.content(), pictures(user), null, null, null);
            case ChatMessage.Assistant assistant -> assistant(assistant, names);
            case ChatMessage.ToolResult result ->
                new MessageJson(
                        "tool", result.content(), pictures(result), null, names.toWire(result.tool()), result.callId());
        };
    }

    private static @Nullable List<String> pictures(ChatMessage message) {
        List<String> pictures =
                message.media().stream().map(OllamaRequests::picture).toList();
        return pictures.isEmpty() ? null : pictures;
    }

    private static String picture(ContentPart.Media media) {
        if (media.kind() == ContentPart.Kind.PICTURE && media.source() instanceof MediaSource.Inline inline) {
            return inline.base64().toString();
        }
        throw new Refusal(new CompletionProblem.RequestRefused(
                "messages: the model's provider takes pictures as data, but no addresses, sounds and files"));
    }

    private static MessageJson assistant(ChatMessage.Assistant assistant, WireNames names) {
        List<CalledJson> calls =
                assistant.toolCalls().stream().map(call -> called(call, names)).toList();
        return new MessageJson("assistant", assistant.content(), null, calls.isEmpty() ? null : calls, null, null);
    }

    /** Malformed arguments become an empty object: the server accepts only objects. */
    private static CalledJson called(ToolCall call, WireNames names) {
        return new CalledJson(call.id(), new CalledFunctionJson(names.toWire(call.tool()), arguments(call)));
    }

    private static Map<String, Object> arguments(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> parsed.values();
            case ToolArguments.Malformed ignored -> Map.of();
        };
    }

    private static @Nullable List<ToolJson> tools(FunctionOffer offer, WireNames names) {
        List<ToolJson> tools = offer.functions().stream()
                .filter(function -> switch (offer.choice()) {
                    case ToolChoice.Auto ignored -> true;
                    case ToolChoice.Required ignored -> true;
                    case ToolChoice.None ignored -> false;
                    case ToolChoice.Named(String name) -> function.name().equals(name);
                })
                .map(tool -> new FunctionJson(
                        names.toWire(tool.name()), tool.description(), ToolSchema.simplified(tool.parameters())))
                .map(function -> new ToolJson("function", function))
                .toList();
        return tools.isEmpty() ? null : tools;
    }

    private static @Nullable Object format(ResponseFormat format) {
        return switch (format) {
            case ResponseFormat.Words ignored -> null;
            case ResponseFormat.Json ignored -> "json";
            case ResponseFormat.Schema schema -> schema.schema();
        };
    }

    /** What the client says in the provider's own form comes first, apart from the limit of the answer. */
    private static Map<String, Object> options(Sampling sampling, long contextTokens, @Nullable Object passed) {
        DecodingOptions decoding = sampling.decoding();
        OptionsJson options = new OptionsJson(
                orNull(sampling.temperature()),
                sampling.maxTokens().isPresent() ? sampling.maxTokens().getAsInt() : null,
                orNull(decoding.topP()),
                decoding.stop().isEmpty() ? null : decoding.stop(),
                decoding.seed().isPresent() ? decoding.seed().getAsLong() : null,
                orNull(decoding.presencePenalty()),
                orNull(decoding.frequencyPenalty()),
                contextTokens);
        Map<String, Object> all = new LinkedHashMap<>(ProviderJson.MAPPER.convertValue(options, OPTIONS));
        if (passed instanceof Map<?, ?> given) {
            boolean isLimited = sampling.maxTokens().isPresent();
            given.forEach((name, value) -> {
                if (!isLimited || !name.equals("num_predict")) {
                    all.put(String.valueOf(name), value);
                }
            });
        }
        return all;
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
