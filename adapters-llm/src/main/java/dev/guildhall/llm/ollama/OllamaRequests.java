package dev.guildhall.llm.ollama;

import dev.guildhall.llm.ollama.OllamaRequestJson.CalledFunctionJson;
import dev.guildhall.llm.ollama.OllamaRequestJson.CalledJson;
import dev.guildhall.llm.ollama.OllamaRequestJson.FunctionJson;
import dev.guildhall.llm.ollama.OllamaRequestJson.MessageJson;
import dev.guildhall.llm.ollama.OllamaRequestJson.OptionsJson;
import dev.guildhall.llm.ollama.OllamaRequestJson.ToolJson;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.llm.provider.ToolSchema;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests in the protocol of the server. {@link OllamaChatModel} lists the settings that differ. Thread-safe.
 */
final class OllamaRequests {
    private final ProviderOptions options;

    OllamaRequests(ProviderOptions options) {
        this.options = options;
    }

    OllamaRequestJson json(CompletionRequest request, WireNames names, boolean stream) {
        return new OllamaRequestJson(
                options.model(request),
                request.messages().stream()
                        .map(message -> message(message, names))
                        .toList(),
                tools(request.offer(), names),
                format(request.format()),
                options(request.sampling()),
                stream);
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
        Map<String, Object> arguments = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> parsed.values();
            case ToolArguments.Malformed ignored -> Map.of();
        };
        return new CalledJson(call.id(), new CalledFunctionJson(names.toWire(call.tool()), arguments));
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

    private static @Nullable Object format(AnswerFormat format) {
        return switch (format) {
            case AnswerFormat.Words ignored -> null;
            case AnswerFormat.Json ignored -> "json";
            case AnswerFormat.Schema schema -> schema.schema();
        };
    }

    private static @Nullable OptionsJson options(Sampling sampling) {
        DecodingOptions decoding = sampling.decoding();
        OptionsJson options = new OptionsJson(
                orNull(sampling.temperature()),
                sampling.maxTokens().isPresent() ? sampling.maxTokens().getAsInt() : null,
                orNull(decoding.topP()),
                decoding.stop().isEmpty() ? null : decoding.stop(),
                decoding.seed().isPresent() ? decoding.seed().getAsLong() : null,
                orNull(decoding.presencePenalty()),
                orNull(decoding.frequencyPenalty()));
        return options.equals(OptionsJson.NONE) ? null : options;
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
