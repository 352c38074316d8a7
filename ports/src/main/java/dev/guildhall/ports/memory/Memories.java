package dev.guildhall.ports.memory;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: memories about users (agents-15 to agents-20). Blocks. Refuses with
 * {@code CommonProblem.Unauthenticated}, with {@code Forbidden} when a request names another user and the caller is no
 * admin, and with {@code NotFound} when an admin names a user who does not exist.
 */
public interface Memories {
    /**
     * Stores a memory. When the user has a {@link MemoryType#LONG_TERM} memory with the same words, the two are merged:
     * the result has the greater importance, the tags of both and the date of the new one, and belongs to the conversation
     * of the new one; when one of the two belongs to no conversation, the result belongs to none.
     *
     * @return the stored memory
     * @throws dev.guildhall.ports.problem.Refusal with {@code AgentProblem.MemoryFull}
     */
    Memory remember(Caller caller, NewMemory memory);

    /** Stores a {@link MemoryType#LONG_TERM} memory about the caller, which belongs to no conversation. */
    default Memory remember(Caller.User caller, String content) {
        return remember(
                caller,
                new NewMemory(
                        caller.userId(),
                        MemoryType.LONG_TERM,
                        content,
                        Memory.DEFAULT_IMPORTANCE,
                        List.of(),
                        Optional.empty()));
    }

    /** A user's memories, newest first. */
    MemoryPage list(Caller caller, UserId userId, MemoryFilter filter, PageRequest page);

    /** The memories that match a query, best first; empty when none does. */
    List<MemoryHit> search(Caller caller, UserId userId, MemoryQuery query);

    /** The ten memories about the caller that match a text best. */
    default List<MemoryHit> search(Caller.User caller, String text) {
        return search(caller, caller.userId(), new MemoryQuery(text, MemoryFilter.ALL, MemoryQuery.DEFAULT_LIMIT));
    }

    /**
     * A summary of a user's latest memories: written by a model, or when no model answers, the most important sentences
     * of the memories.
     */
    MemorySummary summary(Caller caller, UserId userId, MemoryFilter filter);

    /**
     * Corrects the text of a memory. A new memory with the new text, otherwise the same, supersedes it; when another
     * {@link MemoryType#LONG_TERM} memory has the same words already, that memory supersedes it.
     *
     * @param content as {@link NewMemory#content}
     * @return the memory that holds now; its identifier is new unless the words are the same as before
     * @throws dev.guildhall.ports.problem.Refusal with {@code Invalid} naming {@code content}; with {@code NotFound}
     *     when there is no such memory, it is another user's, or it is superseded; with {@code AgentProblem.MemoryFull}
     */
    Memory correct(Caller caller, MemoryId id, String content);

    /**
     * Deletes all memories of a conversation, including facts that were extracted from it, and all memories that these
     * had superseded. The chat itself stays.
     *
     * @return how many memories were deleted, including superseded ones; 0 when there is no such conversation
     */
    int forgetConversation(Caller caller, UserId userId, ChatId chatId);

    /**
     * Deletes one memory, and the whole chain of memories that it superseded, so that none of them becomes visible
     * again or stays stored unseen.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is no such memory, or it belongs to
     *     another user
     */
    void forget(Caller caller, MemoryId id);
}
