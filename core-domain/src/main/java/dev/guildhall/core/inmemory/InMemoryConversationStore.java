package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Conversations in memory. Thread-safe. */
public final class InMemoryConversationStore implements ConversationStore {
    private record Stored(Chat chat, List<ChatEntry> entries) {}

    private final InMemoryTransactions transactions;
    private final UndoableMap<ChatId, Stored> chats;
    private final List<Consumer<ChatId>> forgotten = new ArrayList<>();
    private final List<BiConsumer<ChatId, List<ChatEntry>>> truncated = new ArrayList<>();

    public InMemoryConversationStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.chats = new UndoableMap<>(transactions);
        transactions.onErase(userId -> chats.where(kept -> kept.chat().userId().equals(userId))
                .forEach(kept -> drop(kept.chat().id())));
    }

    private void drop(ChatId id) {
        chats.remove(id);
        forgotten.forEach(callback -> callback.accept(id));
    }

    /** Registers a callback for the removal of the later messages of a chat. */
    void onTruncated(BiConsumer<ChatId, List<ChatEntry>> callback) {
        truncated.add(callback);
    }

    /** Registers a callback for the removal of a chat. */
    void onForgotten(Consumer<ChatId> callback) {
        forgotten.add(callback);
    }

    @Override
    public void add(Chat chat, List<ChatEntry> first) {
        transactions.run(() -> chats.put(chat.id(), new Stored(chat, List.copyOf(first))));
    }

    @Override
    public Optional<Chat> find(ChatId id) {
        return transactions.guarded(() -> chats.get(id).map(Stored::chat));
    }

    @Override
    public Optional<Integer> append(ChatId id, List<ChatEntry> entries, Instant now) {
        return transactions.guarded(() -> chats.get(id).map(stored -> {
            List<ChatEntry> all = new ArrayList<>(stored.entries());
            all.addAll(entries);
            put(stored.chat(), all, now);
            return all.size();
        }));
    }

    @Override
    public boolean replace(ChatId id, int position, ChatEntry entry, Instant now) {
        return transactions.guarded(() -> {
            Optional<Stored> found = chats.get(id)
                    .filter(stored ->
                            position >= 1 && position <= stored.entries().size());
            found.ifPresent(stored -> {
                List<ChatEntry> all = new ArrayList<>(stored.entries());
                all.set(position - 1, entry);
                put(stored.chat(), all, now);
            });
            return found.isPresent();
        });
    }

    private void put(Chat chat, List<ChatEntry> all, Instant now) {
        Chat changed = new Chat(chat.id(), chat.userId(), chat.mode(), chat.createdAt(), now, all.size());
        chats.put(chat.id(), new Stored(changed, List.copyOf(all)));
    }

    @Override
    public boolean truncate(ChatId id, int keep) {
        return transactions.guarded(() -> chats.get(id)
                .map(stored -> {
                    List<ChatEntry> kept = stored.entries()
                            .subList(0, Math.min(keep, stored.entries().size()));
                    put(stored.chat(), kept, stored.chat().lastActivity());
                    truncated.forEach(callback -> callback.accept(id, kept));
                    return true;
                })
                .orElse(false));
    }

    @Override
    public void remove(ChatId id) {
        transactions.run(() -> drop(id));
    }

    /** Whether a message of a chat contains a text, which is in lower case. */
    boolean contains(ChatId id, String text) {
        return chats.get(id).stream()
                .flatMap(stored -> stored.entries().stream())
                .anyMatch(entry -> entry.content().toLowerCase(Locale.ROOT).contains(text));
    }

    @Override
    public List<ChatEntry> latest(ChatId id, int most) {
        return transactions.guarded(() -> {
            List<ChatEntry> all = chats.get(id).map(Stored::entries).orElse(List.of());
            return all.subList(Math.max(0, all.size() - most), all.size());
        });
    }

    @Override
    public List<ChatEntry> range(ChatId id, int behind, int most) {
        return transactions.guarded(() -> {
            List<ChatEntry> all = chats.get(id).map(Stored::entries).orElse(List.of());
            int from = Math.min(behind, all.size());
            return all.subList(from, from + Math.min(most, all.size() - from));
        });
    }
}
