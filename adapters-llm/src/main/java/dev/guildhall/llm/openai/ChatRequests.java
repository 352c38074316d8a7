package dev.guildhall.llm.openai;

import dev.guildhall.llm.openai.ChatRequestJson.FunctionJson;
import dev.guildhall.llm.openai.ChatRequestJson.JsonSchemaJson;
import dev.guildhall.llm.openai.ChatRequestJson.NameJson;
import dev.guildhall.llm.openai.ChatRequestJson.NamedToolJson;
import dev.guildhall.llm.openai.ChatRequestJson.ResponseFormatJson;
import dev.guildhall.llm.openai.ChatRequestJson.StreamOptionsJson;
import dev.guildhall.llm.openai.ChatRequestJson.ToolJson;
import dev.guildhall.llm.openai.MessageJson.CalledFunctionJson;
import dev.guildhall.llm.openai.MessageJson.CalledJson;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Decoding;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.tool.WireNames;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Writes what the domain asks in the provider's words. Thread-safe. */
final class ChatRequests {
    private final OpenAiOptions options;
    private final boolean ofOpenAi;

    ChatRequests(OpenAiOptions options) {
        this.options = options;
        this.ofOpenAi = options.isOpenAi();
    }

    /** The model that will be asked. */
    String model(CompletionRequest request) {
        return request.sampling().model().orElse(options.defaultModel());
    }

    ChatRequestJson json(CompletionRequest request, WireNames names, boolean stream) {
        Sampling sampling = request.sampling();
        Decoding decoding = sampling.decoding();
        boolean newName = ofOpenAi || decoding.countsThoughts();
        @Nullable
        Integer most = sampling.maxTokens().isPresent() ? sampling.maxTokens().getAsInt() : null;
        return new ChatRequestJson(
                model(request),
                request.messages().stream()
                        .map(message -> message(message, names))
                        .toList(),
                orNull(sampling.temperature()),
                orNull(decoding.topP()),
                decoding.stop().isEmpty() ? null : decoding.stop(),
                decoding.seed().isPresent() ? decoding.seed().getAsLong() : null,
                orNull(decoding.presencePenalty()),
                orNull(decoding.frequencyPenalty()),
                newName ? null : most,
                newName ? most : null,
                tools(request.offer().functions(), names),
                toolChoice(request.offer(), names),
                oneByOne(request.offer()),
                responseFormat(request.format()),
                stream,
                stream ? new StreamOptionsJson(true) : null);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** Servers refuse a choice where nothing is offered, and make their own where none is named. */
    private static @Nullable Object toolChoice(FunctionOffer offer, WireNames names) {
        if (offer.functions().isEmpty()) {
            return null;
        }
        return switch (offer.choice()) {
            case ToolChoice.Auto ignored -> null;
            case ToolChoice.None ignored -> "none";
            case ToolChoice.Required ignored -> "required";
            case ToolChoice.Named(String function) ->
                new NamedToolJson("function", new NameJson(names.toWire(function)));
        };
    }

    /** Said where it is asked for alone: not every server knows it. */
    private static @Nullable Boolean oneByOne(FunctionOffer offer) {
        boolean one = !offer.functions().isEmpty() && !offer.parallel();
        return one ? Boolean.FALSE : null;
    }

    private static @Nullable ResponseFormatJson responseFormat(AnswerFormat format) {
        return switch (format) {
            case AnswerFormat.Words ignored -> null;
            case AnswerFormat.Json ignored -> new ResponseFormatJson("json_object", null);
            case AnswerFormat.Schema(String name, Map<String, Object> schema, boolean strict) ->
                new ResponseFormatJson("json_schema", new JsonSchemaJson(name, schema, strict));
        };
    }

    private static MessageJson message(ChatMessage message, WireNames names) {
        return switch (message) {
            case ChatMessage.Instruction instruction -> MessageJson.text("system", instruction.content());
            case ChatMessage.User user -> MessageJson.text("user", user.content());
            case ChatMessage.Assistant assistant -> assistant(assistant, names);
            case ChatMessage.ToolResult result -> new MessageJson("tool", result.content(), null, result.callId());
        };
    }

    private static MessageJson assistant(ChatMessage.Assistant assistant, WireNames names) {
        if (assistant.toolCalls().isEmpty()) {
            return MessageJson.text("assistant", assistant.content());
        }
        List<CalledJson> calls =
                assistant.toolCalls().stream().map(call -> called(call, names)).toList();
        @Nullable String content = assistant.content().isEmpty() ? null : assistant.content();
        return new MessageJson("assistant", content, calls, null);
    }

    /** Malformed arguments go back as an empty object: some servers fail on history that is no JSON. */
    private static CalledJson called(ToolCall call, WireNames names) {
        String arguments = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> Json.write(parsed.values());
            case ToolArguments.Malformed ignored -> "{}";
        };
        return new CalledJson(call.id(), "function", new CalledFunctionJson(names.toWire(call.tool()), arguments));
    }

    private static FunctionJson function(FunctionSpec tool, WireNames names) {
        @Nullable Boolean strict = tool.strict() ? true : null;
        return new FunctionJson(names.toWire(tool.name()), tool.description(), tool.parameters(), strict);
    }

    private static @Nullable List<ToolJson> tools(List<FunctionSpec> tools, WireNames names) {
        if (tools.isEmpty()) {
            return null;
        }
        return tools.stream()
                .map(tool -> function(tool, names))
                .map(function -> new ToolJson("function", function))
                .toList();
    }
}
