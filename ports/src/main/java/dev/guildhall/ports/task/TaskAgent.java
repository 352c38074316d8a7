package dev.guildhall.ports.task;

import java.time.Instant;

/**
 * A leased worker on one attempt at a task (contract 6).
 *
 * @param id never changes
 * @param type the task's
 * @param status how far it has come
 * @param taskId what it works on
 * @param createdAt when the attempt began
 * @param lastHeartbeatAt when it was last heard of
 */
public record TaskAgent(
        TaskAgentId id, TaskType type, Status status, TaskId taskId, Instant createdAt, Instant lastHeartbeatAt) {
    /** How far an agent has come. */
    public enum Status {
        /** It is at work. */
        RUNNING,
        /** It has done its task. */
        COMPLETED,
        /** It could not do its task, or was lost. */
        FAILED,
        /** Somebody ended it, or its task. */
        TERMINATED
    }
}
