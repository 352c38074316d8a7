package dev.guildhall.ports.agent;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Driven port: conversations. Blocks. Takes part in {@code Transactions}. */
public interface ConversationStore extends UserData {
    /** The most {@link ChatEntry#mediaBytes()} of the messages that are read at once: a request may contain as many. */
    long MOST_MEDIA_BYTES = 24L * 1024 * 1024;

    /** Whether stored conversations survive the end of this process. */
    default boolean isDurable() {
        return true;
    }

    /**
     * Stores a new conversation with its first messages, atomically. They are the question of {@link Turn#first}.
     *
     * @param chat its message count equals the number of messages
     * @param first in their order; may be empty
     * @param countsFor the user for whose limits the {@link ChatEntry#mediaBytes()} of the messages count instead of the
     *     conversation's owner (general-24); absent means the owner
     */
    void add(Chat chat, List<ChatEntry> first, Optional<UserId> countsFor);

    /**
     * Sets the assistant that answers in a conversation from now on; an empty one means that none does. Nothing happens when there is no
     * such conversation.
     */
    void setAssistant(ChatId id, Optional<AssistantId> assistant);

    /** The conversation; empty when there is none. */
    Optional<Chat> find(ChatId id);

    /**
     * Adds messages, a question, at the end of the conversation, in their order. Two calls at once do not mix their
     * messages.
     *
     * @param countsFor as for a new conversation
     * @param now the new {@link Chat#lastActivity()}
     * @return the turn that the question begins; empty, with nothing written, when there is no such conversation
     */
    Optional<Turn> append(ChatId id, List<ChatEntry> entries, Optional<UserId> countsFor, Instant now);

    /**
     * Stores the answer of a turn after its question, or replaces the answer that was stored for this turn.
     *
     * @param now the new {@link Chat#lastActivity()}; when a newer question follows, that is at least a millisecond later
     *     than before
     * @return false, with nothing written, when there is no such conversation, when the turn was taken over or its
     *     question was removed, and when a newer question follows and no answer was stored before it
     */
    boolean storeReply(ChatId id, Turn turn, ChatEntry entry, Instant now);

    /**
     * Adds text to answers that are stored with {@link IncompleteReason#INTERRUPTED}, in one write. Costs as much as the
     * new text, however long the answers are. A piece replaces one that begins at the same place: so a write whose outcome
     * is unknown can be repeated, also with more text.
     *
     * @param pieces of different conversations; each one begins where the stored text of its answer ends, or where the
     *     last piece of it begins
     * @return the conversations whose pieces are stored. The others have no such answer of the turn, or another transaction
     *     removes it at the moment
     */
    Set<ChatId> extend(Collection<ReplyPiece> pieces);

    /**
     * Takes over the newest turn of a conversation from a node that is given up for lost: from then on that node stores
     * no answer for it. Of several calls at once, the last one has the turn.
     *
     * @return the turn under its new number; empty when there is no such conversation
     */
    Optional<Turn> takeOver(ChatId id);

    /**
     * Keeps the first messages of a conversation and removes the others together with the traces of their answers
     * ({@link AgentStore#truncate}).
     *
     * @param keep how many of the first messages stay, 0 or more
     * @return false, with nothing written, when there is no such conversation
     */
    boolean truncate(ChatId id, int keep);

    /**
     * Conversations without a message since that time, the one that is idle for the longest time first.
     *
     * @param most how many at most, 1 or more
     */
    List<Chat> idle(Instant before, int most);

    /**
     * Removes a conversation with its messages, and with its traces and summary ({@link AgentStore#truncate}); nothing
     * happens when there is none.
     */
    void remove(ChatId id);

    /**
     * How many bytes {@link ChatEntry#mediaBytes()} the messages have together that count for a user: those of the
     * user's chats that count for no other user, and those of chats of groups. What counts for a user whose account is
     * erased counts for the owner of its chat then.
     */
    long mediaBytesOf(UserId userId);

    /**
     * The latest messages, oldest first. From the newest on, they have at most {@link #MOST_MEDIA_BYTES} together; the parts
     * of the others with media bytes are {@linkplain ChatEntry#partsOmitted omitted}.
     *
     * @param most how many at most, 1 or more
     */
    List<ChatEntry> latest(ChatId id, int most);

    /**
     * The messages after the first ones, oldest first; empty when there are no more. Parts are omitted as in
     * {@link #latest}, but from the oldest on.
     *
     * @param behind how many of the first messages are left out, 0 or more
     * @param most how many at most, 1 or more
     */
    List<ChatEntry> range(ChatId id, int behind, int most);
}
