package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.function.Function;
import java.util.function.Supplier;

final class Messages {
    private static final int MOST = 1_000;
    private static final int MOST_CALLS = 128;
    private static final int MOST_PARTS = 1_000;

    private static final RequestReader<List<ChatMessage>> LIST =
            RequestReader.list(RequestReader.object(Messages::message), MOST);
    private static final RequestReader<List<ToolCall>> CALLS =
            RequestReader.list(RequestReader.object(CallFields::read), MOST_CALLS);

    private static final RequestReader<List<String>> PARTS =
            RequestReader.list(RequestReader.object(Messages::part), MOST_PARTS);

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
        Supplier<Function<JsonBody, ChatMessage>> role = body.required("role", RequestReader.text(Messages::ofRole));
        body.check();
        return role.get().apply(body);
    }

    private static Function<JsonBody, ChatMessage> ofRole(String name) {
        return switch (name) {
            case "system", "developer" -> body -> new ChatMessage.Instruction(content(body));
            case "user" -> body -> new ChatMessage.User(content(body));
            case "assistant" -> Messages::assistant;
            case "tool" -> Messages::toolResult;
            default -> throw Refusal.invalid("role", "must be one of system, developer, user, assistant, tool");
        };
    }

    private static String content(JsonBody body) {
        Supplier<String> content = body.required("content", Messages::text);
        body.check();
        return content.get();
    }

    private static ChatMessage assistant(JsonBody body) {
        Supplier<List<ToolCall>> calls = body.optional("tool_calls", CALLS, List.of());
        body.optional("function_call", ChatBody.never("is not supported any more; use tool_calls"));
        Supplier<Optional<String>> content = body.optional("content", Messages::text);
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
        Supplier<String> content = body.required("content", Messages::text);
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

    /** The content of a message: one text, or text parts, which are joined without a separator. */
    private static String text(JsonNode node, String path) {
        if (node.isTextual()) {
            return RequestReader.text().read(node, path);
        }
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a string or a non-empty array of text parts");
        }
        return String.join("", PARTS.read(node, path));
    }

    private static String part(JsonBody body) {
        body.required("type", RequestReader.text(Messages::requireText));
        body.check();
        Supplier<String> text = body.required("text", RequestReader.text());
        body.check();
        return text.get();
    }

    private static String requireText(String type) {
        if (!type.equals("text")) {
            throw Refusal.invalid("type", "must be text: pictures, sound and files are not supported");
        }
        return type;
    }
}
