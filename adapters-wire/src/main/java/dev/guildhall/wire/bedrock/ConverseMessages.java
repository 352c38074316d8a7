package dev.guildhall.wire.bedrock;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.anthropic.ToolUseIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes a conversation as messages whose roles alternate, the user's first; the results of calls come first in the user's.
 * Instructions are not part of it. For one conversation; not thread-safe.
 */
final class ConverseMessages {
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";
    private static final String SILENCE = "(The user has not said anything yet.)";

    private final WireNames names;
    private final boolean caches;
    private final ToolUseIds ids = new ToolUseIds();
    private final List<Message> messages = new ArrayList<>();
    private int documents;

    private record Message(String role, List<Map<String, Object>> results, List<Map<String, Object>> content) {
        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("role", role);
            json.put(
                    "content", Stream.concat(results.stream(), content.stream()).toList());
            return json;
        }
    }

    private ConverseMessages(WireNames names, boolean caches) {
        this.names = names;
        this.caches = caches;
    }

    static List<Map<String, Object>> of(List<ChatMessage> messages, WireNames names, boolean caches) {
        ConverseMessages written = new ConverseMessages(names, caches);
        messages.forEach(written::add);
        if (written.messages.isEmpty() || written.messages.getFirst().role().equals(ASSISTANT)) {
            written.messages.addFirst(new Message(USER, List.of(), List.of(Map.of("text", SILENCE))));
        }
        return written.messages.stream().map(Message::json).toList();
    }

    private void add(ChatMessage message) {
        switch (message) {
            case ChatMessage.Instruction ignored -> {}
            case ChatMessage.User user -> user.parts().forEach(part -> add(USER, part));
            case ChatMessage.Assistant assistant -> {
                assistant.parts().stream()
                        .filter(part -> !ContentPart.joinedText(List.of(part)).isBlank())
                        .forEach(part -> add(ASSISTANT, part));
                assistant.toolCalls().forEach(call -> last(ASSISTANT).content().add(call(call)));
            }
            case ChatMessage.ToolResult result -> last(USER).results().add(result(result));
        }
    }

    private void add(String role, ContentPart part) {
        switch (part) {
            case ContentPart.Text text when text.text().isBlank() && messages.isEmpty() -> {}
            case ContentPart.Text text -> ConverseRequests.addText(last(role).content(), text, caches);
            case ContentPart.Media media -> last(role).content().add(block(media));
        }
    }

    private Map<String, Object> block(ContentPart.Media media) {
        if (!(media.source() instanceof MediaSource.Inline inline)) {
            throw refused("messages: the model's provider takes pictures and files only as data, not by their address");
        }
        Map<String, Object> source = Map.of("bytes", inline.base64().toString());
        return switch (media.kind()) {
            case PICTURE -> Map.of("image", Map.of("format", format(inline.type()), "source", source));
            case FILE -> {
                String name = media.name()
                        .orElse("")
                        .replaceAll("[^A-Za-z0-9 ()\\[\\]-]+", " ")
                        .strip();
                documents++;
                yield Map.of(
                        "document",
                        Map.of(
                                "format",
                                format(inline.type()),
                                "name",
                                name.isEmpty() ? "file " + documents : name,
                                "source",
                                source));
            }
            case SOUND -> throw refused("messages: sounds are not supported by the model's provider");
        };
    }

    private static Refusal refused(String message) {
        return new Refusal(new CompletionProblem.RequestRefused(message));
    }

    private static String format(String type) {
        return switch (type) {
            case "image/jpg" -> "jpeg";
            case "text/plain" -> "txt";
            case "text/markdown" -> "md";
            case "application/msword" -> "doc";
            case "application/vnd.openxmlformats-officedocument.wordprocessingml.document" -> "docx";
            case "application/vnd.ms-excel" -> "xls";
            case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" -> "xlsx";
            default -> type.substring(type.indexOf('/') + 1);
        };
    }

    /** Malformed arguments become an empty object: the provider accepts only objects. */
    private Map<String, Object> call(ToolCall call) {
        Map<String, Object> input = switch (call.arguments()) {
            case ToolArguments.Parsed parsed -> parsed.values();
            case ToolArguments.Malformed ignored -> Map.of();
        };
        return Map.of(
                "toolUse",
                Map.of("toolUseId", ids.begin(call.id()), "name", names.toWire(call.tool()), "input", input));
    }

    private Map<String, Object> result(ChatMessage.ToolResult result) {
        List<Map<String, Object>> content = new ArrayList<>();
        for (ContentPart part : result.parts()) {
            switch (part) {
                case ContentPart.Text text when text.text().isBlank() -> {}
                case ContentPart.Text text -> content.add(Map.of("text", text.text()));
                case ContentPart.Media media -> content.add(block(media));
            }
        }
        if (content.isEmpty()) {
            content.add(Map.of("text", "(no result)"));
        }
        return Map.of("toolResult", Map.of("toolUseId", ids.of(result.callId()), "content", content));
    }

    private Message last(String role) {
        if (messages.isEmpty() || !messages.getLast().role().equals(role)) {
            messages.add(new Message(role, new ArrayList<>(), new ArrayList<>()));
        }
        return messages.getLast();
    }
}
