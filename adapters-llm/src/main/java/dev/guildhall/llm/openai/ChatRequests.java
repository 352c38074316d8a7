package dev.guildhall.llm.openai;

import dev.guildhall.llm.openai.ChatRequestJson.FunctionJson;
import dev.guildhall.llm.openai.ChatRequestJson.StreamOptionsJson;
import dev.guildhall.llm.openai.ChatRequestJson.ToolJson;
import dev.guildhall.llm.openai.MessageJson.CalledFunctionJson;
import dev.guildhall.llm.openai.MessageJson.CalledJson;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what the domain asks in the provider's words. Thread-safe. */
final class ChatRequests {
    private final OpenAiOptions options;

    ChatRequests(OpenAiOptions options) {
        this.options = options;
    }

    /** The model that will be asked. */
    String model(CompletionRequest request) {
        return request.sampling().model().orElse(options.defaultModel());
    }

    ChatRequestJson json(CompletionRequest request, WireNames names, boolean stream) {
        Sampling sampling = request.sampling();
        @Nullable
        Double temperature =
                sampling.temperature().isPresent() ? sampling.temperature().getAsDouble() : null;
        @Nullable
        Integer most = sampling.maxTokens().isPresent() ? sampling.maxTokens().getAsInt() : null;
        return new ChatRequestJson(
                model(request),
                request.messages().stream()
                        .map(message -> message(message, names))
                        .toList(),
                temperature,
                options.isOpenAi() ? null : most,
                options.isOpenAi() ? most : null,
                tools(request.offer().functions(), names),
                stream,
                stream ? new StreamOptionsJson(true) : null);
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

    private static @Nullable List<ToolJson> tools(List<FunctionSpec> tools, WireNames names) {
        if (tools.isEmpty()) {
            return null;
        }
        return tools.stream()
                .map(tool -> new FunctionJson(names.toWire(tool.name()), tool.description(), tool.parameters()))
                .map(function -> new ToolJson("function", function))
                .toList();
    }
}
