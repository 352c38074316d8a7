package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Driven port: conversations. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface ConversationStore {
    /**
     * Keeps a new conversation with its first messages: all or nothing.
     *
     * @param chat counts as many messages as there are
     * @param first in their order; may be empty
     */
    void add(Chat chat, List<ChatEntry> first);

    /** The conversation; empty when there is none. */
    Optional<Chat> find(ChatId id);

    /**
     * Adds messages behind all others, in their order. Of two calls at once each adds its messages together.
     *
     * @param now the new {@link Chat#lastActivity()}
     * @return how many messages the conversation has now; empty, with nothing written, when there is none such
     */
    Optional<Integer> append(ChatId id, List<ChatEntry> entries, Instant now);

    /**
     * Puts a message in the place of another one.
     *
     * @param position of that one, the first message's being 1
     * @param now the new {@link Chat#lastActivity()}
     * @return false, with nothing written, when there is none such
     */
    boolean replace(ChatId id, int position, ChatEntry entry, Instant now);

    /**
     * Removes all messages behind the first ones, with what was kept about their answers.
     *
     * @param keep how many of the first messages stay, 0 or more
     * @return false, with nothing written, when there is no such conversation
     */
    boolean truncate(ChatId id, int keep);

    /** Removes a conversation with its messages, traces and summary; nothing happens when there is none. */
    void remove(ChatId id);

    /**
     * The latest messages, oldest first.
     *
     * @param most how many at most, 1 or more
     */
    List<ChatEntry> latest(ChatId id, int most);

    /**
     * The messages behind the first ones, oldest first; empty when there are no more.
     *
     * @param behind how many of the first messages are left out, 0 or more
     * @param most how many at most, 1 or more
     */
    List<ChatEntry> range(ChatId id, int behind, int most);
}
