package dev.guildhall.ports.approval;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: policies of users, and answers that wait for approvals with their calls. What belongs to a chat is deleted
 * with it. Parameters, reasons and answers are encrypted at rest. Blocks. Takes part in {@code Transactions}.
 */
public interface ApprovalStore extends UserData {
    /** The policy of a user; empty when the user has chosen none. */
    Optional<ApprovalPolicy> policy(UserId userId);

    /** Stores the policy of a user; nothing happens when there is no such account. */
    void putPolicy(UserId userId, ApprovalPolicy policy);

    /**
     * What was decided for all further calls of a tool in a chat, or in a task, by the names of the tools; the latest
     * decision counts.
     *
     * @param scope as {@link Approval#scope}
     */
    Map<String, ApprovalRule> remembered(String scope);

    /**
     * The calls of a task, or of all steps of a workflow, wait for its owner where the owner's policy says so; stored with
     * the task or the workflow, before its tasks are enqueued.
     *
     * @param work the identifier of the task or the workflow
     * @param chatId the chat that created it; absent for one that no chat created
     */
    void askFor(String work, UserId owner, Optional<ChatId> chatId, Instant now);

    /**
     * Whether the calls of a task wait for its owner, with the chat that created it: what {@link #askFor} has stored for the
     * task or its workflow; {@code Work.NONE} when that is nothing.
     *
     * @param part the workflow, or the agent task, that the task is a step of; absent for a task by itself
     */
    Caller.Work askingFor(TaskId task, Optional<String> part);

    /**
     * Stores an answer that waits, in place of an earlier one of the same work, with the calls that wait.
     *
     * @param asked one or more, all of that answer
     */
    void suspend(SuspendedAnswer answer, List<StoredApproval> asked);

    /** The answer of a chat or of a task that waits; empty when none does. */
    Optional<SuspendedAnswer> suspended(String work);

    /** Replaces what is stored of an answer that waits; nothing happens when it does not. */
    void replace(SuspendedAnswer answer);

    /** The calls of a user that wait, newest first. */
    List<Approval> waiting(UserId userId, Instant now, int most);

    /** How many calls of a user wait. */
    int countWaiting(UserId userId, Instant now);

    /**
     * The calls of that identifier in a chat and in the tasks that the chat created, at most two: those that wait go first,
     * then those of the chat itself, then later ones.
     */
    List<StoredApproval> find(ChatId chatId, String callId);

    /** The call of that {@link StoredApproval#id}; empty when there is none. */
    Optional<StoredApproval> find(String id);

    /** The latest call of that identifier in a task; one that waits goes first. */
    Optional<StoredApproval> find(TaskId taskId, String callId);

    /**
     * Stores a decision. Of several at once one is stored. The answer is ready when none of its calls waits any more.
     *
     * @return false, with nothing written, when the call does not wait
     */
    boolean decide(String id, ApprovalDecision decision, Instant now);

    /**
     * Answers that are ready to go on, since their calls were decided or have expired, and the answers of the given works
     * whether they are ready or not.
     *
     * @param most how many that are ready, 1 or more
     */
    List<Found> look(Instant now, Collection<String> works, int most);

    /**
     * An answer that waits or is ready.
     *
     * @param answer the answer
     * @param readyAt since when it can go on; absent while it waits
     */
    record Found(SuspendedAnswer answer, Optional<Instant> readyAt) {}

    /**
     * Takes an answer that is ready, for the caller to continue it: it waits no more. Of several calls at once exactly one
     * succeeds.
     *
     * @return the answer with the calls that waited; empty when there is none that is ready
     */
    Optional<Taken> take(String work, Instant now);

    /**
     * An answer that goes on.
     *
     * @param answer the answer
     * @param approvals its calls that waited, in no order; one without a decision has expired
     */
    record Taken(SuspendedAnswer answer, List<StoredApproval> approvals) {
        public Taken {
            approvals = List.copyOf(approvals);
        }
    }

    /**
     * The answer of a chat or of a task waits no more, and does not go on.
     *
     * @return whether one waited
     */
    boolean withdraw(String work);

    /**
     * Removes calls that expired before a time and are not remembered.
     *
     * @param most how many at most, 1 or more
     * @return how many were removed
     */
    int sweep(Instant expiredBefore, int most);
}
