package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a model was shown, as short lines. */
public final class Shown {
    private Shown() {}

    /** The messages, but for the instructions at the beginning. */
    public static List<String> to(CompletionRequest request) {
        return request.messages().stream().skip(1).map(Shown::line).toList();
    }

    public static List<String> to(List<ChatMessage> context) {
        return context.stream().skip(1).map(Shown::line).toList();
    }

    /** The names of the tools that it was offered. */
    static List<String> offered(CompletionRequest request) {
        return request.offer().functions().stream().map(FunctionSpec::name).toList();
    }

    public static List<String> callIds(CompletionRequest request) {
        return callIds(request.messages());
    }

    public static List<String> callIds(List<ChatMessage> context) {
        return context.stream()
                .filter(ChatMessage.Assistant.class::isInstance)
                .flatMap(message -> ((ChatMessage.Assistant) message).toolCalls().stream())
                .map(ToolCall::id)
                .toList();
    }

    public static List<String> resultIds(CompletionRequest request) {
        return resultIds(request.messages());
    }

    public static List<String> resultIds(List<ChatMessage> context) {
        return context.stream()
                .filter(ChatMessage.ToolResult.class::isInstance)
                .map(message -> ((ChatMessage.ToolResult) message).callId())
                .toList();
    }

    private static String line(ChatMessage message) {
        return switch (message) {
            case ChatMessage.Instruction instruction -> "system: " + instruction.content();
            case ChatMessage.User user -> "user: " + user.content();
            case ChatMessage.Assistant answer when answer.toolCalls().isEmpty() -> "assistant: " + answer.content();
            case ChatMessage.Assistant answer -> answer.content() + "calls: " + lines(answer.toolCalls());
            case ChatMessage.ToolResult result -> result.callId() + ": " + result.content();
        };
    }

    private static String lines(List<ToolCall> calls) {
        return calls.stream()
                .map(call -> call.id() + "=" + call.tool() + arguments(call))
                .collect(Collectors.joining(" "));
    }

    private static String arguments(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> JsonText.of(values);
            case ToolArguments.Malformed malformed -> malformed.text();
        };
    }
}
