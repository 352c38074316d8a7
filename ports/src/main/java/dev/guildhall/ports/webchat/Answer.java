package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import java.time.Instant;

/**
 * A running answer in a chat, or one that ended a short time ago.
 *
 * @param id never changes
 * @param chatId the chat
 * @param userId the owner of the chat
 * @param node the node that runs it
 * @param status its state
 * @param firstNumber the number of its first event, which the store sets: it is greater than those of earlier answers
 *     of the chat
 * @param startedAt when it began
 * @param leaseUntil when the lease of the node expires
 */
public record Answer(
        AnswerId id,
        ChatId chatId,
        UserId userId,
        NodeId node,
        Status status,
        int firstNumber,
        Instant startedAt,
        Instant leaseUntil) {
    /** The state of an answer. */
    public enum Status {
        /** Its node runs it, while the lease holds. */
        RUNNING,
        /** Its last event is stored. */
        ENDED
    }

    /** The same answer in a later state. */
    public Answer with(Status now, Instant lease) {
        return new Answer(id, chatId, userId, node, now, firstNumber, startedAt, lease);
    }

    /**
     * The same answer with a new id, taken over by another node to end it; the store drops further events under the old
     * id.
     */
    public Answer takenOver(AnswerId as, NodeId by, Instant lease) {
        return new Answer(as, chatId, userId, by, status, firstNumber, startedAt, lease);
    }

    /** The same answer with another first number. */
    public Answer numberedFrom(int first) {
        return new Answer(id, chatId, userId, node, status, first, startedAt, leaseUntil);
    }

    /** Whether it is running at that time, according to its lease. */
    public boolean isRunning(Instant now) {
        return status == Status.RUNNING && leaseUntil.isAfter(now);
    }
}
