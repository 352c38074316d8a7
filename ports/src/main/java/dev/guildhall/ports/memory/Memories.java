package dev.guildhall.ports.memory;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.List;

/**
 * Driving port: what is remembered about users (spec/2, agent service, {@code /api/memory}). Blocks. Thread-safe. Refuses
 * with {@code CommonProblem.Unauthenticated}, with {@code Forbidden} where a request names another user and the caller is no
 * admin, and with {@code NotFound} where an admin names a user that there is not.
 */
public interface Memories {
    /**
     * Remembers something. A {@link MemoryType#LONG_TERM} memory that says the same as one there is already in the same
     * conversation is united with it: the more important of the two counts, and the tags of both. So are two of which one
     * is of no conversation, and what comes out belongs to none. Two of different conversations are both kept, so that
     * either goes with its own.
     *
     * @return what is remembered now
     * @throws dev.guildhall.ports.problem.Refusal with {@code AgentProblem.MemoryFull}
     */
    Memory remember(Caller caller, NewMemory memory);

    /** A user's memories, newest first. */
    MemoryPage list(Caller caller, UserId userId, MemoryFilter filter, PageRequest page);

    /** What fits a query, best first; empty when nothing does. */
    List<MemoryHit> search(Caller caller, UserId userId, MemoryQuery query);

    /**
     * What a user's latest memories say in short: in a model's words, or where none answers in the most telling sentences
     * of the memories themselves.
     */
    MemorySummary summary(Caller caller, UserId userId, MemoryFilter filter);

    /**
     * Corrects the words of a memory. A memory of the new words, otherwise the same, supersedes it; where another {@link
     * MemoryType#LONG_TERM} memory says the same already, that one supersedes it.
     *
     * @param content as {@link NewMemory#content}
     * @return what is remembered now; its identifier is another one unless the words say the same as before
     * @throws dev.guildhall.ports.problem.Refusal with {@code Invalid} naming {@code content}; with {@code NotFound} when there
     *     is no such memory, it is another user's, or it is superseded; with {@code AgentProblem.MemoryFull}
     */
    Memory correct(Caller caller, MemoryId id, String content);

    /**
     * Forgets everything that was said in a conversation, facts that were taken from it included, and whatever those had
     * superseded. The chat itself stays.
     *
     * @return how many memories there were, superseded ones included; 0 when there is no such conversation
     */
    int forgetConversation(Caller caller, UserId userId, ChatId chatId);

    /**
     * Forgets one memory, and all that it had superseded, one behind the other: nothing of that comes back, and nothing of
     * it stays stored unseen.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none such, or it is somebody else's
     */
    void forget(Caller caller, MemoryId id);
}
