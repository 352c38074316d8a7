package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: memories. Everything about a user goes with the account. Blocks. Thread-safe, also across nodes; takes part
 * in {@code Transactions}.
 *
 * <p>The changes of one user's memories have numbers that go up, in the order in which they become visible: who has seen
 * the changes up to a number has seen all of them. Every writing method is one change.
 */
public interface MemoryStore {
    /**
     * Keeps others from changing a user's memories until the transaction at hand ends.
     *
     * @throws IllegalStateException when there is no transaction
     */
    void lock(UserId userId);

    /**
     * Keeps a new memory. Nothing is kept of an account that is not there (any more).
     *
     * @param fingerprint as {@link IndexedMemory#fingerprint}
     * @param meaning what it means, where that is known
     */
    void add(Memory memory, String fingerprint, Optional<TextEmbedding> meaning);

    /**
     * Writes importance, tags, conversation, source and successor of a memory that there is; nothing happens when it is gone.
     */
    void update(Memory memory);

    /** The memory; empty when there is none. */
    Optional<Memory> find(MemoryId id);

    /**
     * The one of a user that says the same, holds, and is of that conversation or of none. One of none goes before others;
     * then the newest.
     *
     * @param chatId absent means of any conversation or of none
     */
    Optional<Memory> findSame(UserId userId, MemoryType type, String fingerprint, Optional<ChatId> chatId);

    /** The newest of a type in a conversation, by id. */
    Optional<Memory> latest(UserId userId, ChatId chatId, MemoryType type);

    /** A user's memories that a filter lets through, newest first by their ids, and how many there are in all. */
    MemoryPage list(UserId userId, MemoryFilter filter, PageRequest page);

    /** How many memories a user has, those included in whose place others hold. */
    long count(UserId userId);

    /**
     * Forgets one memory, and with it the whole chain of those in whose place it came to hold: they are in no list, and
     * nobody could forget them any more. What holds in its own place stays.
     *
     * @return false when there was none such of this user
     */
    boolean forget(UserId userId, MemoryId id);

    /**
     * Forgets what was said in a conversation, of any type, and the chains of what that had superseded, wherever that was
     * said.
     *
     * @return how many there were, those of the chains included
     */
    int forgetConversation(UserId userId, ChatId chatId);

    /** Where a user's memories stand. */
    MemoryMark mark(UserId userId);

    /**
     * What was written after a change and is still there, by revision and, within one, by id.
     *
     * @param revision 0 for everything
     * @param most how many at most, 1 or more; those of one change are not torn apart, so there may be more
     */
    List<IndexedMemory> changedSince(UserId userId, long revision, int most);

    /** The ids of all memories that a user has. */
    List<MemoryId> ids(UserId userId);

    /** Memories that hold and have no meaning for a model, of all users, the oldest first. */
    List<Memory> withoutMeaning(String model, int most);

    /** Keeps what a memory means, in place of what it meant to any model. Nothing happens when the memory is gone. */
    void putMeaning(MemoryId id, TextEmbedding meaning);
}
