package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads the messages of one body. Confined to its body. */
final class Messages {
    private static final int MOST = 10_000;
    private static final int MOST_CALLS = 128;
    private static final Set<String> KNOWN =
            Set.of("role", "content", "tool_calls", "tool_call_id", "refusal", "function_call", "cache_control");

    private final Translation translation;
    private final ContentParts parts;
    private final RequestReader<List<ToolCall>> calls;

    Messages(Translation translation) {
        this.translation = translation;
        this.parts = new ContentParts(translation);
        this.calls = RequestReader.list(RequestReader.object(new CallFields(translation)::read), MOST_CALLS);
    }

    List<ChatMessage> read(JsonNode node, String path) {
        if (!node.isArray() || node.isEmpty()) {
            throw Refusal.invalid(path, "must be a non-empty array of {role, content}");
        }
        RequestReader<List<ChatMessage>> list = RequestReader.list(RequestReader.object(this::message), MOST);
        return withToolNames(list.read(node, path), path);
    }

    private ChatMessage message(JsonBody body) {
        Supplier<Function<JsonBody, ChatMessage>> role = body.required("role", RequestReader.text(this::ofRole));
        body.check();
        translation.canOmitAllExcept(body, KNOWN);
        return role.get().apply(body);
    }

    private Function<JsonBody, ChatMessage> ofRole(String name) {
        return switch (name) {
            case "system", "developer" -> this::instruction;
            case "user" -> this::user;
            case "assistant" -> this::assistant;
            case "tool" -> this::toolResult;
            case "function" -> this::functionResult;
            default -> this::unknown;
        };
    }

    private ChatMessage unknown(JsonBody body) {
        translation.canOmit(body.path("role"));
        return user(body);
    }

    private ChatMessage instruction(JsonBody body) {
        return new ChatMessage.Instruction(content(body, parts::texts, ContentPart.Text::with));
    }

    private ChatMessage user(JsonBody body) {
        return new ChatMessage.User(content(body, parts::read, ContentPart::with));
    }

    /** The parts; a breakpoint of the message belongs to the last one. */
    private <T> List<T> content(
            JsonBody body, RequestReader<List<T>> reader, BiFunction<T, Optional<CacheBreakpoint>, T> with) {
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        Supplier<List<T>> content = body.required("content", reader);
        body.check();
        List<T> parts = new ArrayList<>(content.get());
        if (cache.get().isPresent() && !parts.isEmpty()) {
            parts.add(with.apply(parts.removeLast(), cache.get()));
        }
        return parts;
    }

    private ChatMessage assistant(JsonBody body) {
        Supplier<List<ToolCall>> called = body.optional("tool_calls", calls, List.of());
        Supplier<Optional<Boolean>> older = body.optional("function_call", translation.never());
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        Supplier<Optional<List<ContentPart.Text>>> content = body.optional("content", parts::texts);
        Supplier<Optional<String>> refusal = body.optional("refusal", RequestReader.text());
        body.check();
        if (content.get().isEmpty()
                && refusal.get().isEmpty()
                && called.get().isEmpty()
                && older.get().isEmpty()) {
            body.required("content", parts::texts);
            body.check();
        }
        List<ContentPart.Text> texts = content.get().orElse(List.of());
        String words = content.get().isEmpty() ? refusal.get().orElse("") : ContentPart.joinedText(texts);
        Optional<CacheBreakpoint> breakpoint = cache.get().or(() -> ContentPart.lastCache(texts));
        return new ChatMessage.Assistant(words, called.get(), breakpoint);
    }

    private ChatMessage toolResult(JsonBody body) {
        Supplier<String> callId = body.required("tool_call_id", RequestReader.text());
        body.check();
        return new ChatMessage.ToolResult(callId.get(), "", content(body, parts::read, ContentPart::with));
    }

    /** The older form of a result, which only a provider of the same protocol receives. */
    private ChatMessage functionResult(JsonBody body) {
        body.required("role", translation.never());
        return user(body);
    }

    /** A tool result names only the id of its call; the call names the tool. */
    private static List<ChatMessage> withToolNames(List<ChatMessage> messages, String path) {
        Map<String, String> tools = new HashMap<>();
        List<ChatMessage> named = new ArrayList<>(messages.size());
        for (ChatMessage message : messages) {
            if (message instanceof ChatMessage.Assistant answer) {
                answer.toolCalls().forEach(call -> tools.put(call.id(), call.tool()));
            }
            if (message instanceof ChatMessage.ToolResult(String callId, String ignored, List<ContentPart> content)) {
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
