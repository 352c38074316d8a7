package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import java.time.Instant;
import java.util.Optional;

/**
 * A running reply in a chat, or one that ended a short time ago.
 *
 * @param id never changes
 * @param chatId the chat
 * @param userId the owner of the chat
 * @param node the node that runs it
 * @param status its state
 * @param firstNumber the number of its first event, which the store sets: it is greater than those of earlier replies
 *     of the chat
 * @param startedAt when it began
 * @param leaseUntil when the lease of the node expires
 * @param handover how another node continues it, since its node has given it up; absent while a node runs it, and when
 *     it has ended
 */
public record Reply(
        ReplyId id,
        ChatId chatId,
        UserId userId,
        NodeId node,
        Status status,
        int firstNumber,
        Instant startedAt,
        Instant leaseUntil,
        Optional<Handover> handover) {
    /** A reply that a node runs, or that has ended. */
    public Reply(
            ReplyId id,
            ChatId chatId,
            UserId userId,
            NodeId node,
            Status status,
            int firstNumber,
            Instant startedAt,
            Instant leaseUntil) {
        this(id, chatId, userId, node, status, firstNumber, startedAt, leaseUntil, Optional.empty());
    }

    /** The state of a reply. */
    public enum Status {
        /** Its node runs it, while the lease holds. */
        RUNNING,
        /** It waits for an approval: no node runs it, and it has no lease. */
        WAITING,
        /** Its last event is stored. */
        ENDED
    }

    /** The same reply in a later state; once it has ended it has no handover. */
    public Reply with(Status now, Instant lease) {
        Optional<Handover> left = now == Status.ENDED ? Optional.empty() : handover;
        return new Reply(id, chatId, userId, node, now, firstNumber, startedAt, lease, left);
    }

    /** The same reply, given up by its node. */
    public Reply givenUp(Handover to, Instant lease) {
        return new Reply(id, chatId, userId, node, status, firstNumber, startedAt, lease, Optional.of(to));
    }

    /**
     * The same reply with a new id, taken over by another node to continue or to end it; the store drops further events
     * under the old id.
     */
    public Reply takenOver(ReplyId as, NodeId by, Instant lease) {
        return new Reply(as, chatId, userId, by, status, firstNumber, startedAt, lease);
    }

    /** The same reply with another first number. */
    public Reply numberedFrom(int first) {
        return new Reply(id, chatId, userId, node, status, first, startedAt, leaseUntil, handover);
    }

    /** Whether events can still be added to it: it is running, or waits for an approval. */
    public boolean isOpen(Instant now) {
        return status == Status.WAITING || isRunning(now);
    }

    /** Whether it is running at that time, according to its lease. */
    public boolean isRunning(Instant now) {
        return status == Status.RUNNING && leaseUntil.isAfter(now);
    }
}
