package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns a stored conversation into what a model is shown: instructions, then as many of the last messages as fit. */
final class ContextWindow {
    private final AgentLimits limits;

    ContextWindow(AgentLimits limits) {
        this.limits = limits;
    }

    /**
     * The messages for the model. Where earlier ones are left out, the rest does not begin with an answer whose question
     * is missing: models refuse that.
     *
     * @param entries oldest first; the last one is shown whatever its size
     */
    List<ChatMessage> of(String instructions, List<ChatEntry> entries) {
        Deque<List<ChatMessage>> shown = new ArrayDeque<>();
        int first = entries.size();
        long left = limits.context().characters();
        while (first > 0) {
            List<ChatMessage> messages = messagesOf(entries.get(first - 1));
            left -= messages.stream().mapToLong(ContextWindow::charactersOf).sum();
            if (left < 0 && !shown.isEmpty()) {
                break;
            }
            shown.addFirst(messages);
            first--;
        }
        boolean cut = first > 0 || entries.size() >= limits.context().messages();
        while (cut && shown.size() > 1 && entries.get(first).speaker() == Speaker.ASSISTANT) {
            shown.removeFirst();
            first++;
        }
        List<ChatMessage> context = new ArrayList<>();
        context.add(new ChatMessage.Instruction(instructions));
        shown.forEach(context::addAll);
        return context;
    }

    private static long charactersOf(ChatMessage message) {
        return switch (message) {
            case ChatMessage.Assistant(String content, List<ToolCall> calls) ->
                content.length()
                        + calls.stream().mapToLong(ContextWindow::charactersOf).sum();
            case ChatMessage.Instruction(String content) -> content.length();
            case ChatMessage.User(String content) -> content.length();
            case ChatMessage.ToolResult result -> result.content().length();
        };
    }

    private static long charactersOf(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) ->
                JsonText.of(values).length();
            case ToolArguments.Malformed malformed -> malformed.text().length();
        };
    }

    private List<ChatMessage> messagesOf(ChatEntry entry) {
        return switch (entry.speaker()) {
            case SYSTEM -> List.of(new ChatMessage.Instruction(entry.content()));
            case USER -> List.of(new ChatMessage.User(entry.content()));
            case ASSISTANT -> assistantMessages(entry);
        };
    }

    /** A call is shown together with its result or not at all, since models refuse one without the other. */
    private List<ChatMessage> assistantMessages(ChatEntry entry) {
        Map<Integer, List<ToolUse>> rounds = new LinkedHashMap<>();
        entry.toolUses()
                .forEach(use -> rounds.computeIfAbsent(use.round(), n -> new ArrayList<>())
                        .add(use));
        List<ChatMessage> messages = new ArrayList<>();
        for (List<ToolUse> uses : rounds.values()) {
            messages.add(new ChatMessage.Assistant(
                    "", uses.stream().map(ContextWindow::callOf).toList()));
            uses.forEach(use -> messages.add(new ChatMessage.ToolResult(
                    use.callId(),
                    use.tool(),
                    ToolResults.forModel(use.outcome(), limits.results().characters()))));
        }
        if (!entry.content().isEmpty()) {
            messages.add(new ChatMessage.Assistant(entry.content()));
        }
        return messages;
    }

    private static ToolCall callOf(ToolUse use) {
        return new ToolCall(use.callId(), use.tool(), new ToolArguments.Parsed(use.parameters()));
    }
}
