package dev.guildhall.core.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A store that breaks when an interrupted thread uses it, as a connection to a database does. */
record FragileConversations(ConversationStore inner) implements ConversationStore {
    private static void breakWhenInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("the connection broke");
        }
    }

    @Override
    public void add(Chat chat, List<ChatEntry> first) {
        breakWhenInterrupted();
        inner.add(chat, first);
    }

    @Override
    public Optional<Chat> find(ChatId id) {
        breakWhenInterrupted();
        return inner.find(id);
    }

    @Override
    public Optional<Integer> append(ChatId id, List<ChatEntry> entries, Instant now) {
        breakWhenInterrupted();
        return inner.append(id, entries, now);
    }

    @Override
    public boolean replace(ChatId id, int position, ChatEntry entry, Instant now) {
        breakWhenInterrupted();
        return inner.replace(id, position, entry, now);
    }

    @Override
    public List<ChatEntry> latest(ChatId id, int most) {
        breakWhenInterrupted();
        return inner.latest(id, most);
    }

    @Override
    public List<ChatEntry> range(ChatId id, int behind, int most) {
        breakWhenInterrupted();
        return inner.range(id, behind, most);
    }

    @Override
    public boolean truncate(ChatId id, int keep) {
        return inner.truncate(id, keep);
    }

    @Override
    public void remove(ChatId id) {
        inner.remove(id);
    }
}
