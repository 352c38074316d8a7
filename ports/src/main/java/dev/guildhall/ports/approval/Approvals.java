package dev.guildhall.ports.approval;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.task.TaskId;
import java.util.List;

/**
 * Driving port: which calls of tools wait for their user, and what users decide (approvals-1 to approvals-7). Blocks. Refuses
 * with {@code CommonProblem.Unauthenticated}.
 */
public interface Approvals {
    /** The most calls that {@link #waiting} returns. */
    int MOST_LISTED = 1_000;

    /** The policy of the caller. */
    ApprovalPolicy policy(Caller caller);

    /** Replaces the policy of the caller. */
    ApprovalPolicy replacePolicy(Caller caller, ApprovalPolicy policy);

    /** The calls that wait for the caller, newest first, at most {@link #MOST_LISTED}. */
    List<Approval> waiting(Caller caller);

    /**
     * Decides about a call of an answer in a chat, or of a task that the chat created. The answer goes on when no call of it
     * waits any more, on any node.
     *
     * @return the call as it is made; one that is denied has the parameters of the model
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when the caller has no such call; with
     *     {@code CommonProblem.Conflict} when it was decided, has expired or waits no more; with
     *     {@code CommonProblem.Invalid} naming each parameter that does not fit the tool
     */
    Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision);

    /** The same for a call of a task. */
    Approval decide(Caller caller, TaskId taskId, String callId, ApprovalDecision decision);
}
