package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a conversation. */
final class Messages {
    private static final int MOST = 1_000;
    private static final int MOST_CALLS = 128;

    private static final RequestReader<List<ChatMessage>> LIST =
            RequestReader.list(RequestReader.object(Messages::message), MOST);
    private static final RequestReader<List<ToolCall>> CALLS =
            RequestReader.list(RequestReader.object(CallFields::read), MOST_CALLS);

    private enum Role {
        SYSTEM,
        DEVELOPER,
        USER,
        ASSISTANT,
        TOOL
    }

    private Messages() {}

    static RequestReader<List<ChatMessage>> reader() {
        return (node, path) -> {
            if (!node.isArray() || node.isEmpty()) {
                throw Refusal.invalid(path, "must be a non-empty array of {role, content}");
            }
            return withToolNames(LIST.read(node, path), path);
        };
    }

    private static ChatMessage message(JsonBody body) {
        Supplier<Role> role = body.required("role", RequestReader.text(Messages::role));
        body.check();
        return switch (role.get()) {
            case SYSTEM, DEVELOPER -> new ChatMessage.Instruction(content(body));
            case USER -> new ChatMessage.User(content(body));
            case ASSISTANT -> assistant(body);
            case TOOL -> toolResult(body);
        };
    }

    private static Role role(String name) {
        return switch (name) {
            case "system" -> Role.SYSTEM;
            case "developer" -> Role.DEVELOPER;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "tool" -> Role.TOOL;
            default -> throw Refusal.invalid("role", "must be one of system, developer, user, assistant, tool");
        };
    }

    private static String content(JsonBody body) {
        Supplier<String> content = body.required("content", TextContent.reader());
        body.check();
        return content.get();
    }

    private static ChatMessage assistant(JsonBody body) {
        Supplier<List<ToolCall>> calls = body.optional("tool_calls", CALLS, List.of());
        body.optional("function_call", ChatBody.never("is not supported any more; use tool_calls"));
        Supplier<Optional<String>> content = body.optional("content", TextContent.reader());
        Supplier<Optional<String>> refusal = body.optional("refusal", RequestReader.text());
        body.check();
        Optional<String> words = content.get().or(refusal);
        if (words.isEmpty() && calls.get().isEmpty()) {
            return new ChatMessage.Assistant(content(body));
        }
        return new ChatMessage.Assistant(words.orElse(""), calls.get());
    }

    private static ChatMessage toolResult(JsonBody body) {
        Supplier<String> callId = body.required("tool_call_id", RequestReader.text());
        Supplier<String> content = body.required("content", TextContent.reader());
        body.check();
        return new ChatMessage.ToolResult(callId.get(), "", content.get());
    }

    /** A tool result names only the id of its call; the call names the tool. */
    private static List<ChatMessage> withToolNames(List<ChatMessage> messages, String path) {
        Map<String, String> tools = new HashMap<>();
        List<ChatMessage> named = new ArrayList<>(messages.size());
        for (ChatMessage message : messages) {
            if (message instanceof ChatMessage.Assistant(String ignored, List<ToolCall> calls)) {
                calls.forEach(call -> tools.put(call.id(), call.tool()));
            }
            if (message instanceof ChatMessage.ToolResult(String callId, String ignored, String content)) {
                String tool = Optional.ofNullable(tools.get(callId))
                        .orElseThrow(() -> Refusal.invalid(
                                path + "[" + named.size() + "].tool_call_id",
                                "must be the id of one of the tool_calls before it"));
                named.add(new ChatMessage.ToolResult(callId, tool, content));
            } else {
                named.add(message);
            }
        }
        return named;
    }
}
