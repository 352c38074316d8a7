package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import java.time.Instant;

/**
 * An answer that is being given in a chat, or was a short time ago.
 *
 * @param id never changes
 * @param chatId where it is given
 * @param userId whose chat that is
 * @param node which node gives it
 * @param status how far it has come
 * @param firstNumber the number of its first event, which the store sets: it is greater than those of earlier answers of the chat
 * @param startedAt when it began
 * @param leaseUntil until when the node is taken to be alive without a further sign
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
    /** How far an answer has come. */
    public enum Status {
        /** Its node gives it, if the lease holds. */
        RUNNING,
        /** Its last event is there. */
        ENDED
    }

    /** The same answer further on. */
    public Answer with(Status now, Instant lease) {
        return new Answer(id, chatId, userId, node, now, firstNumber, startedAt, lease);
    }

    /** The same answer for another node to end, which names it so that the events of the node before are dropped. */
    public Answer takenOver(AnswerId as, NodeId by, Instant lease) {
        return new Answer(as, chatId, userId, by, status, firstNumber, startedAt, lease);
    }

    /** The same answer with its events numbered from there. */
    public Answer numberedFrom(int first) {
        return new Answer(id, chatId, userId, node, status, first, startedAt, leaseUntil);
    }

    /** Whether it is being given at that time, as far as its lease says. */
    public boolean isRunning(Instant now) {
        return status == Status.RUNNING && leaseUntil.isAfter(now);
    }
}
