package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Driven port: conversations. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface ConversationStore {
    /**
     * Stores a new conversation with its first messages, atomically.
     *
     * @param chat its message count equals the number of messages
     * @param first in their order; may be empty
     */
    void add(Chat chat, List<ChatEntry> first);

    /** The conversation; empty when there is none. */
    Optional<Chat> find(ChatId id);

    /**
     * Adds messages at the end of the conversation, in their order. Two calls at once do not mix their messages.
     *
     * @param now the new {@link Chat#lastActivity()}
     * @return how many messages the conversation has now; empty, with nothing written, when there is no such
     *     conversation
     */
    Optional<Integer> append(ChatId id, List<ChatEntry> entries, Instant now);

    /**
     * Replaces a message.
     *
     * @param position the position of the message, from 1
     * @param now the new {@link Chat#lastActivity()}
     * @return false, with nothing written, when there is no such message
     */
    boolean replace(ChatId id, int position, ChatEntry entry, Instant now);

    /**
     * Keeps the first messages of a conversation and removes the others together with the traces of their answers.
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
     * The messages after the first ones, oldest first; empty when there are no more.
     *
     * @param behind how many of the first messages are left out, 0 or more
     * @param most how many at most, 1 or more
     */
    List<ChatEntry> range(ChatId id, int behind, int most);
}
