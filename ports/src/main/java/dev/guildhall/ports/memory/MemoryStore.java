package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: memories. The memories of a user are deleted with the account; those that counted for it and are about
 * another account count for that one then. Blocks. Thread-safe, also across nodes;
 * takes part in {@code Transactions}.
 *
 * <p>The changes of one user's memories have increasing numbers, in the order in which they become visible: a reader
 * that has read up to a number has missed no earlier change. Every call of a writing method is one change.
 */
public interface MemoryStore extends UserData {
    /** How many deleted memories of a user a store remembers. */
    int DELETIONS_KEPT = 4_096;

    /**
     * Locks a user's memories against changes by others until the current transaction ends.
     *
     * @throws IllegalStateException when there is no transaction
     */
    void lock(UserId userId);

    /**
     * Stores a new memory. Nothing is stored for an account that does not exist.
     *
     * @param fingerprint equal for memories with the same words, 1 to 64 ASCII characters
     * @param text its analysed text; absent when it is not computed yet
     * @param embedding its embedding, stored as {@link IndexedMemory#embedding}; absent when it is not computed yet
     */
    void add(Memory memory, String fingerprint, Optional<AnalysedText> text, Optional<TextEmbedding> embedding);

    /**
     * Writes importance, tags, conversation, source, date and successor of a stored memory; nothing happens when there
     * is none.
     */
    void update(Memory memory);

    /** The memory; empty when there is none. */
    Optional<Memory> find(MemoryId id);

    /** Those of the memories that exist, in any order. */
    List<Memory> find(Collection<MemoryId> ids);

    /**
     * The memory of a user that has the same words and is not superseded. Of several, one of no conversation comes first;
     * then the newest.
     */
    Optional<Memory> findSame(UserId userId, MemoryType type, String fingerprint);

    /** The newest of a type in a conversation, by id. */
    Optional<Memory> latest(UserId userId, ChatId chatId, MemoryType type);

    /** A user's memories that a filter selects, newest first by their ids, and their total number. */
    MemoryPage list(UserId userId, MemoryFilter filter, PageRequest page);

    /** How many memories count for a user ({@link Memory#countsFor}), including superseded ones. */
    long count(UserId userId);

    /**
     * Deletes one memory and the whole chain of memories that it superseded: lists do not show those, so that the user
     * could not delete them later. A memory that supersedes it stays.
     *
     * @return false when the user has no such memory
     */
    boolean forget(UserId userId, MemoryId id);

    /**
     * Deletes the memories of a conversation, of any type, and the chains of memories that they superseded, of any
     * conversation.
     *
     * @return how many were deleted, including those of the chains
     */
    int forgetConversation(UserId userId, ChatId chatId);

    /** The state of a user's memories. */
    MemoryMark mark(UserId userId);

    /**
     * The memories that were written after a change and still exist, by revision and then by id.
     *
     * @param revision 0 for all
     * @param most how many at most, 1 or more; the memories of one change are never divided, nor those that are packed
     *     together, so there may be more
     */
    List<IndexedMemory> changedSince(UserId userId, long revision, int most);

    /**
     * Packs memories of users who have thousands, so that {@link #changedSince} reads them faster, and returns the same
     * as before. Every change of a packed memory undoes that for a few hundred of them.
     *
     * @param most how many packs are written at most, or a few more
     * @return how many were written, 0 when there was nothing to pack
     */
    int pack(int most);

    /** Memories without an analysed text, of all users, in any order, at most so many. */
    List<Memory> withoutText(int most);

    /**
     * Stores the analysed texts of memories, of each that exists. The memories count as unchanged, since the text is
     * computed from their content alone.
     */
    void putTexts(Map<MemoryId, AnalysedText> texts);

    /**
     * The memories that were deleted between two states of a user's memories.
     *
     * @param since a state that {@link #mark} returned
     * @param until a later one
     * @return their ids, in any order; empty when the store does not know all of them any more: it knows the last
     *     {@value #DELETIONS_KEPT} deleted memories of each user
     */
    Optional<List<MemoryId>> deleted(UserId userId, MemoryMark since, MemoryMark until);

    /** The ids of all memories that a user has. */
    List<MemoryId> ids(UserId userId);

    /** Memories that are not superseded and have no embedding of a model, of all users, the oldest first. */
    List<Memory> withoutEmbedding(String model, int most);

    /**
     * Stores the embedding of a memory, in place of an older one of any model. Nothing happens when there is no such
     * memory.
     */
    void putEmbedding(MemoryId id, TextEmbedding embedding);
}
