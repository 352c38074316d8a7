package dev.guildhall.ports.task;

import java.time.Instant;

/**
 * A leased worker on one attempt at a task, or the attempt that waits for the task's owner (tasks-19).
 *
 * @param id never changes
 * @param type the type of the task
 * @param status how far it has come
 * @param taskId the task
 * @param createdAt when the attempt began
 * @param lastHeartbeatAt when its holder last sent a heartbeat; when it began to wait, while it has no holder
 */
public record TaskAgent(
        TaskAgentId id, TaskType type, Status status, TaskId taskId, Instant createdAt, Instant lastHeartbeatAt) {
    /** How far an agent has come. */
    public enum Status {
        /** It carries the task out, or waits. */
        RUNNING,
        /** Its task has completed. */
        COMPLETED,
        /** Its attempt has failed, or was lost. */
        FAILED,
        /** A user terminated it, or cancelled its task. */
        TERMINATED
    }
}
