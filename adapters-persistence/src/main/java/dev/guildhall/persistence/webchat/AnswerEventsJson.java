package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.agent.ToolUsesJson;
import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.webchat.AnswerEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a batch of an answer's events as JSON text, and reads it. Consecutive tokens are one object with an array of
 * texts.
 */
final class AnswerEventsJson {
    private static final String EVENT = "event";
    private static final String TOKENS = "tokens";
    private static final String TOOL_STARTED = "toolStarted";
    private static final String TOOL_FINISHED = "toolFinished";
    private static final String USED = "used";
    private static final String DONE = "done";
    private static final String FAILED = "failed";

    private AnswerEventsJson() {}

    static String write(List<Numbered<AnswerEvent>> batch) {
        List<Map<String, Object>> objects = new ArrayList<>();
        List<String> tokens = new ArrayList<>();
        for (Numbered<AnswerEvent> numbered : batch) {
            if (numbered.event() instanceof AnswerEvent.Token(String text)) {
                if (tokens.isEmpty()) {
                    objects.add(fields(TOKENS, Map.of("texts", tokens)));
                }
                tokens.add(text);
            } else {
                objects.add(fields(numbered.event()));
                tokens = new ArrayList<>();
            }
        }
        return StoredJson.write(objects);
    }

    private static Map<String, Object> fields(AnswerEvent event) {
        return switch (event) {
            case AnswerEvent.Token(String text) -> fields(TOKENS, Map.of("texts", List.of(text)));
            case AnswerEvent.ToolStarted started ->
                fields(
                        TOOL_STARTED,
                        Map.of(
                                "callId", started.callId(),
                                "tool", started.tool(),
                                "parameters", started.parameters()));
            case AnswerEvent.ToolFinished(ToolUse use) ->
                fields(TOOL_FINISHED, Map.of("use", ToolUsesJson.fields(use)));
            case AnswerEvent.Used(Usage usage) ->
                fields(
                        USED,
                        Map.of(
                                "promptTokens", usage.promptTokens(),
                                "completionTokens", usage.completionTokens(),
                                "estimated", usage.estimated()));
            case AnswerEvent.Done done ->
                fields(
                        DONE,
                        Map.of(
                                "chatId", done.chatId().value(),
                                "content", done.content(),
                                "toolsUsed", done.toolsUsed(),
                                "stopped", done.stopped()));
            case AnswerEvent.Failed(String message) -> fields(FAILED, Map.of("message", message));
        };
    }

    private static Map<String, Object> fields(String name, Map<String, ?> others) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(EVENT, name);
        fields.putAll(others);
        return fields;
    }

    /**
     * Reads the events of a batch.
     *
     * @param first the number of the first event
     */
    static List<Numbered<AnswerEvent>> read(int first, String json) {
        List<Numbered<AnswerEvent>> events = new ArrayList<>();
        for (Map<String, Object> object : StoredJson.readObjects(json)) {
            for (AnswerEvent event : events(object)) {
                events.add(new Numbered<>(first + events.size(), event));
            }
        }
        return events;
    }

    private static List<AnswerEvent> events(Map<String, Object> object) {
        String name = text(object, EVENT);
        return switch (name) {
            case TOKENS ->
                texts(object, "texts").stream()
                        .<AnswerEvent>map(AnswerEvent.Token::new)
                        .toList();
            case TOOL_STARTED ->
                List.of(new AnswerEvent.ToolStarted(
                        text(object, "callId"), text(object, "tool"), StoredJson.object((Map<?, ?>)
                                StoredJson.member(object, "parameters"))));
            case TOOL_FINISHED ->
                List.of(new AnswerEvent.ToolFinished(
                        ToolUsesJson.use(StoredJson.object((Map<?, ?>) StoredJson.member(object, "use")))));
            case USED ->
                List.of(new AnswerEvent.Used(new Usage(
                        number(object, "promptTokens"),
                        number(object, "completionTokens"),
                        Boolean.TRUE.equals(object.get("estimated")))));
            case DONE ->
                List.of(new AnswerEvent.Done(
                        new ChatId(text(object, "chatId")),
                        text(object, "content"),
                        texts(object, "toolsUsed"),
                        Boolean.TRUE.equals(object.get("stopped"))));
            case FAILED -> List.of(new AnswerEvent.Failed(text(object, "message")));
            default -> throw new IllegalStateException("there is no event " + name);
        };
    }

    private static String text(Map<String, Object> object, String name) {
        return (String) StoredJson.member(object, name);
    }

    private static long number(Map<String, Object> object, String name) {
        return ((Number) StoredJson.member(object, name)).longValue();
    }

    private static List<String> texts(Map<String, Object> object, String name) {
        return ((List<?>) StoredJson.member(object, name))
                .stream().map(String.class::cast).toList();
    }
}
