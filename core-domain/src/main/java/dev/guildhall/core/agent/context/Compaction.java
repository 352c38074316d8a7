package dev.guildhall.core.agent.context;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.memory.ChatSummaries;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Summarises the older messages of a chat when its messages no longer fit the model's context. The remaining messages
 * then take half of the room, so the next summary is needed only many answers later.
 */
public final class Compaction {
    /** Fewer characters than a token has on average, so that the summarised messages fit the context of the summary's request. */
    private static final int CHARACTERS_OF_TOKEN = 3;

    private final Stores stores;

    private final ChatSummaries summaries;
    private final ContextWindow window;
    private final AgentLimits limits;

    public Compaction(Stores stores, ChatSummaries summaries, ContextWindow window, AgentLimits limits) {
        this.stores = stores;

        this.summaries = summaries;
        this.window = window;
        this.limits = limits;
    }

    /**
     * A chat that may have become too long.
     *
     * @param room how many tokens of its messages a model receives
     * @param modelId the model that writes the summary; absent means the usual model
     */
    public record Task(Caller.User caller, ChatId chatId, long room, Optional<String> modelId) {}

    /** How many messages a chat has, the summary of the first ones, and how many messages that summary covers. */
    private record Coverage(int count, String before, int covered) {}

    /** Summarises the messages that no longer fit. Calls a model: never in a transaction. */
    public void compact(Task task) {
        Coverage now = coverage(task.chatId());
        if (!isTooMuch(task, now)) {
            return;
        }
        for (int step = 0; step < limits.compaction().steps(); step++) {
            int end = beginOfRest(task, now);
            if (end <= now.covered()) {
                return;
            }
            fold(task, now, end);
            now = coverage(task.chatId());
        }
    }

    /** The number of messages is read first: messages that are deleted later are then recognised. */
    private Coverage coverage(ChatId chatId) {
        int count = stores.conversations().find(chatId).map(Chat::messageCount).orElse(0);
        Optional<RollingSummary> before = stores.agents().summary(chatId);
        return new Coverage(
                count,
                before.map(RollingSummary::text).orElse(""),
                before.map(RollingSummary::messages).orElse(0));
    }

    private boolean isTooMuch(Task task, Coverage now) {
        int uncovered = now.count() - now.covered();
        return uncovered > limits.context().messages()
                || (uncovered > 0 && window.beginOf(end(task, now, uncovered), task.room(), new TokenCounts()) > 0);
    }

    private List<ChatEntry> end(Task task, Coverage now, int messages) {
        return stores.conversations().range(task.chatId(), now.count() - messages, messages);
    }

    /** How many of the first messages the summary replaces. The remaining messages do not begin with an answer. */
    private int beginOfRest(Task task, Coverage now) {
        int most = Math.max(1, limits.context().messages() / 2);
        int messages = Math.min(now.count() - now.covered(), most);
        if (messages <= 0) {
            return 0;
        }
        List<ChatEntry> end = end(task, now, messages);
        int begin = ContextWindow.behindAnswers(end, window.beginOf(end, task.room() / 2, new TokenCounts()));
        return now.count() - messages + begin;
    }

    private void fold(Task task, Coverage now, int end) {
        int most = Math.min(limits.compaction().messages(), end - now.covered());
        List<ChatEntry> old = stores.conversations().range(task.chatId(), now.covered(), most);
        List<ChatSummaries.Line> lines = new ArrayList<>();
        long left = Math.min(limits.compaction().characters(), task.room() * CHARACTERS_OF_TOKEN);
        int taken = 0;
        while (taken < old.size() && left > 0) {
            for (ChatSummaries.Line line : lines(old.get(taken))) {
                lines.add(line);
                left -= line.text().length();
            }
            taken++;
        }
        String summary = lines.isEmpty()
                ? now.before()
                : summaries.of(task.caller(), new ChatSummaries.Material(now.before(), lines, task.modelId()));
        stores.agents().putSummary(task.chatId(), new RollingSummary(Text.repaired(summary), now.covered() + taken));
    }

    /** The tools' results precede the agent's answer. */
    private List<ChatSummaries.Line> lines(ChatEntry entry) {
        AgentLimits.Compaction bounds = limits.compaction();
        List<ChatSummaries.Line> lines = new ArrayList<>();
        entry.toolUses().stream()
                .limit(bounds.results())
                .forEach(use -> lines.add(new ChatSummaries.Line(
                        "Tool " + use.tool() + " answered: "
                                + ToolResults.forModel(use.outcome(), bounds.resultCharacters()),
                        true)));
        if (!entry.content().isBlank()) {
            String words = Text.beginning(entry.content(), bounds.messageCharacters());
            lines.add(new ChatSummaries.Line(speaker(entry.speaker()) + ": " + words, false));
        }
        return lines;
    }

    private static String speaker(Speaker speaker) {
        return switch (speaker) {
            case SYSTEM -> "Instructions";
            case USER -> "User";
            case ASSISTANT -> "Assistant";
        };
    }
}
