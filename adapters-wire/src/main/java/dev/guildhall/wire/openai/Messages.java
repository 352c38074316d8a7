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
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads the messages of one body. Confined to its body. */
final class Messages {
    private static final int MOST = 10_000;
    private static final int MOST_CALLS = 128;

    private final Translation translation;
    private final ContentParts parts;
    private final Map<String, String> tools = new HashMap<>();
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
        return list.read(node, path);
    }

    private ChatMessage message(JsonBody body) {
        ChatMessage message = switch (body.checked("role", RequestReader.text())) {
            case "system", "developer" ->
                new ChatMessage.Instruction(content(body, parts::texts, ContentPart.Text::with));
            case "user" -> user(body);
            case "assistant" -> assistant(body);
            case "tool" -> {
                List<ContentPart> result = content(body, parts::read, ContentPart::with);
                String id = body.checked("tool_call_id", RequestReader.text(this::requireCalled));
                yield new ChatMessage.ToolResult(id, tools.getOrDefault(id, ""), result);
            }
            // The older form of a result, which only a provider of the same protocol receives.
            case "function" -> {
                translation.cannotHave(body.path("role"));
                yield user(body);
            }
            default -> {
                translation.canOmit(body.path("role"));
                yield user(body);
            }
        };
        translation.canOmitUnread(body);
        return message;
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
            body.checked("content", parts::texts);
        }
        called.get().forEach(call -> tools.put(call.id(), call.tool()));
        List<ContentPart.Text> texts = content.get().orElse(List.of());
        String words = content.get().isEmpty() ? refusal.get().orElse("") : ContentPart.joinedText(texts);
        Optional<CacheBreakpoint> breakpoint = cache.get().or(() -> ContentPart.lastCache(texts));
        return new ChatMessage.Assistant(words, called.get(), breakpoint);
    }

    /** A tool result names only the id of its call; the call names the tool. */
    private String requireCalled(String id) {
        if (!tools.containsKey(id)) {
            throw Refusal.invalid("tool_call_id", "must be the id of one of the tool_calls before it");
        }
        return id;
    }
}
