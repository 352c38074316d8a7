package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes a conversation as contents: consecutive messages of one role become one, the results of calls come first in the
 * user's. A conversation without a first message of the user gets one that says so. Instructions are not part of it. For one
 * conversation; not thread-safe.
 */
final class WrittenContents {
    private static final String USER = "user";
    private static final String MODEL = "model";
    private static final String SILENCE = "(The user has not said anything yet.)";

    /** Newer models refuse a call without a signature, except with this one, for calls of other models. */
    private static final String NO_SIGNATURE = "skip_thought_signature_validator";

    private final WireNames names;
    private final boolean signed;
    private final List<Content> contents = new ArrayList<>();

    private record Content(String role, List<Map<String, Object>> results, List<Map<String, Object>> parts) {
        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("role", role);
            json.put("parts", Stream.concat(results.stream(), parts.stream()).toList());
            return json;
        }
    }

    private WrittenContents(WireNames names, boolean signed) {
        this.names = names;
        this.signed = signed;
    }

    /** @param signed whether calls need a signature */
    static List<Map<String, Object>> of(List<ChatMessage> messages, WireNames names, boolean signed) {
        WrittenContents written = new WrittenContents(names, signed);
        messages.forEach(written::add);
        if (written.contents.isEmpty() || written.contents.getFirst().role().equals(MODEL)) {
            written.contents.addFirst(new Content(USER, List.of(), List.of(GeminiRequests.text(SILENCE))));
        }
        return written.contents.stream().map(Content::json).toList();
    }

    private void add(ChatMessage message) {
        switch (message) {
            case ChatMessage.Instruction ignored -> {}
            case ChatMessage.User user ->
                user.parts().stream()
                        .filter(part -> !(part instanceof ContentPart.Text text
                                && text.text().isEmpty()))
                        .forEach(part -> content(USER).parts().add(part(part)));
            case ChatMessage.Assistant assistant -> {
                if (!assistant.content().isEmpty()) {
                    content(MODEL).parts().add(GeminiRequests.text(assistant.content()));
                }
                for (int i = 0; i < assistant.toolCalls().size(); i++) {
                    content(MODEL).parts().add(call(assistant.toolCalls().get(i), i == 0));
                }
            }
            case ChatMessage.ToolResult result -> result(result);
        }
    }

    private static Map<String, Object> part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> GeminiRequests.text(text.text());
            case ContentPart.Media media ->
                switch (media.source()) {
                    case MediaSource.Inline(String type, CharSequence base64) ->
                        Map.of("inlineData", Map.of("mimeType", type, "data", base64.toString()));
                    case MediaSource.Address(String url) -> Map.of("fileData", Map.of("fileUri", url));
                };
        };
    }

    private Map<String, Object> call(ToolCall call, boolean first) {
        Map<String, Object> arguments = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> parsed.values();
            case ToolArguments.Malformed ignored -> Map.of();
        };
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("functionCall", Map.of("name", names.toWire(call.tool()), "args", arguments));
        if (signed && first) {
            part.put("thoughtSignature", NO_SIGNATURE);
        }
        return part;
    }

    /** The results stand in the order of the calls, which have no ids here; a result has text alone. */
    private void result(ChatMessage.ToolResult result) {
        content(USER)
                .results()
                .add(Map.of(
                        "functionResponse",
                        Map.of("name", names.toWire(result.tool()), "response", Map.of("output", result.content()))));
        result.media().forEach(media -> content(USER).parts().add(part(media)));
    }

    private Content content(String role) {
        if (contents.isEmpty() || !contents.getLast().role().equals(role)) {
            contents.add(new Content(role, new ArrayList<>(), new ArrayList<>()));
        }
        return contents.getLast();
    }
}
