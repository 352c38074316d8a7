package dev.guildhall.ports.approval;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that waits for its user, or waited.
 *
 * @param id unique
 * @param userId who decides
 * @param asked the call
 * @param isOpen whether its answer still waits; false after {@link ApprovalStore#take} and {@link ApprovalStore#withdraw}
 * @param decision what the user decided; absent before
 */
public record StoredApproval(
        String id, UserId userId, Approval asked, boolean isOpen, Optional<ApprovalDecision> decision) {
    /** A call that waits from now on. */
    public StoredApproval(String id, UserId userId, Approval asked) {
        this(id, userId, asked, true, Optional.empty());
    }

    /** Whether the user can decide at that time. */
    public boolean isWaiting(Instant now) {
        return isOpen && decision.isEmpty() && now.isBefore(asked.expiresAt());
    }

    /** The same call after a decision. */
    public StoredApproval decided(ApprovalDecision made) {
        return new StoredApproval(id, userId, asked, isOpen, Optional.of(made));
    }

    /** The same call, for which no answer waits. */
    public StoredApproval closed() {
        return new StoredApproval(id, userId, asked, false, decision);
    }
}
