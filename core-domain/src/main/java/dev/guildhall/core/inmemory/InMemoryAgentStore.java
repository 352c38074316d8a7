package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.AskedQuestion;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
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
    private final UndoableMap<QuestionId, Waiting> questions;
    private final UndoableMap<MediaId, Media> media;

    public InMemoryAgentStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.choices = new UndoableMap<>(transactions);
        this.traces = new UndoableMap<>(transactions);
        this.summaries = new UndoableMap<>(transactions);
        this.questions = new UndoableMap<>(transactions);
        this.media = new UndoableMap<>(transactions);
    }

    private record Media(ChatId chat, int position, MediaSource.Inline content) {}

    private record Waiting(AskedQuestion asked, Optional<QuestionAnswer> answer, boolean closed) {}

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
            media.removeWhere(one -> one.chat().equals(chat) && one.position() >= messages);
            if (messages == 0 && stores.conversations().find(chat).isEmpty()) {
                questions.removeWhere(one -> one.asked().chatId().equals(chat));
            }
            if (left.isEmpty()) {
                traces.remove(chat);
            } else {
                traces.put(chat, left);
            }
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = questions.removeWhere(one -> one.asked().userId().equals(user), most);
            return removed < most && choices.remove(user).isPresent() ? removed + 1 : removed;
        });
    }

    @Override
    public void addMedia(ChatId chatId, int position, MediaId id, MediaSource.Inline content) {
        transactions.run(() -> stores.conversations()
                .find(chatId)
                .ifPresent(chat -> media.put(id, new Media(chatId, position, content))));
    }

    @Override
    public Optional<MediaSource.Inline> media(ChatId chatId, MediaId id) {
        return transactions.guarded(
                () -> media.get(id).filter(one -> one.chat().equals(chatId)).map(Media::content));
    }

    @Override
    public long mediaBytesOf(UserId userId) {
        return transactions.guarded(() -> media.values().stream()
                .filter(one -> stores.conversations()
                        .find(one.chat())
                        .filter(chat -> chat.userId().equals(userId))
                        .isPresent())
                .mapToLong(one -> one.content().bytes())
                .sum());
    }

    @Override
    public void ask(AskedQuestion asked, Instant now) {
        transactions.run(() -> {
            questions.removeWhere(one -> !now.isBefore(one.asked().question().expiresAt()));
            if (stores.conversations().find(asked.chatId()).isPresent()) {
                questions.put(asked.question().id(), new Waiting(asked, Optional.empty(), false));
            }
        });
    }

    @Override
    public Optional<AskedQuestion> question(QuestionId id, Instant now) {
        return transactions.guarded(() -> questions
                .get(id)
                .map(Waiting::asked)
                .filter(asked -> now.isBefore(asked.question().expiresAt())));
    }

    @Override
    public boolean answer(QuestionId id, QuestionAnswer answer) {
        return transactions.guarded(() -> {
            Optional<Waiting> waiting = questions
                    .get(id)
                    .filter(one -> !one.closed() && one.answer().isEmpty());
            waiting.ifPresent(one -> questions.put(id, new Waiting(one.asked(), Optional.of(answer), false)));
            return waiting.isPresent();
        });
    }

    @Override
    public Optional<QuestionAnswer> answerTo(QuestionId id) {
        return transactions.guarded(() -> questions.get(id).flatMap(Waiting::answer));
    }

    @Override
    public Optional<QuestionAnswer> close(QuestionId id) {
        return transactions.guarded(() -> {
            Optional<Waiting> waiting = questions.get(id);
            waiting.ifPresent(one -> questions.put(id, new Waiting(one.asked(), Optional.empty(), true)));
            return waiting.flatMap(Waiting::answer);
        });
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
    public void replaceTrace(ChatId chatId, AgentTrace trace) {
        transactions.run(() -> {
            List<AgentTrace> all = new ArrayList<>(traces(chatId));
            if (!all.isEmpty()) {
                all.set(all.size() - 1, trace);
                traces.put(chatId, List.copyOf(all));
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
