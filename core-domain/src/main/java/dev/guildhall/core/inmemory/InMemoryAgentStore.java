package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Data of the agent beside the conversations, in memory. */
final class InMemoryAgentStore implements AgentStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<UserId, Map<String, Boolean>> choices;
    private final UndoableMap<ChatId, List<AgentTrace>> traces;
    private final UndoableMap<ChatId, RollingSummary> summaries;

    public InMemoryAgentStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.choices = new UndoableMap<>(transactions);
        this.traces = new UndoableMap<>(transactions);
        this.summaries = new UndoableMap<>(transactions);
    }

    @Override
    public void truncate(ChatId chat) {
        transactions.run(() -> {
            int messages =
                    stores.conversations().find(chat).map(Chat::messageCount).orElse(0);
            summaries
                    .get(chat)
                    .filter(summary -> summary.messages() > messages)
                    .ifPresent(summary -> summaries.remove(chat));
            List<ChatEntry> last = stores.conversations().latest(chat, 1);
            List<AgentTrace> left = traces(chat).stream()
                    .filter(trace -> last.stream().anyMatch(entry -> isOfOne(entry, trace)))
                    .toList();
            if (left.isEmpty()) {
                traces.remove(chat);
            } else {
                traces.put(chat, left);
            }
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> choices.remove(user).isPresent() ? 1 : 0);
    }

    /** A trace starts when its question is stored, or right after, and ends when its answer is stored. */
    private static boolean isOfOne(ChatEntry last, AgentTrace trace) {
        return trace.startedAt().isBefore(last.timestamp())
                || (last.speaker() == Speaker.ASSISTANT && trace.startedAt().equals(last.timestamp()));
    }

    @Override
    public Map<String, Boolean> toolChoices(UserId userId) {
        return transactions.guarded(() -> choices.get(userId).orElse(Map.of()));
    }

    @Override
    public void enable(UserId userId, String tool, boolean enabled) {
        transactions.run(() -> {
            if (stores.accounts().find(userId).isPresent()) {
                Map<String, Boolean> next = new HashMap<>(toolChoices(userId));
                next.put(tool, enabled);
                choices.put(userId, Map.copyOf(next));
            }
        });
    }

    @Override
    public void addTrace(ChatId chatId, AgentTrace trace, int most) {
        transactions.run(() -> {
            if (stores.conversations().find(chatId).isPresent()) {
                List<AgentTrace> all = new ArrayList<>(traces(chatId));
                all.add(trace);
                traces.put(chatId, List.copyOf(all.subList(Math.max(0, all.size() - most), all.size())));
            }
        });
    }

    @Override
    public List<AgentTrace> traces(ChatId chatId) {
        return transactions.guarded(() -> traces.get(chatId).orElse(List.of()));
    }

    @Override
    public Optional<RollingSummary> summary(ChatId chatId) {
        return transactions.guarded(() -> summaries.get(chatId));
    }

    @Override
    public void putSummary(ChatId chatId, RollingSummary summary) {
        transactions.run(() -> {
            boolean older = summary(chatId)
                    .filter(known -> known.messages() > summary.messages())
                    .isPresent();
            if (!older && stores.conversations().find(chatId).isPresent()) {
                summaries.put(chatId, summary);
            }
        });
    }
}
