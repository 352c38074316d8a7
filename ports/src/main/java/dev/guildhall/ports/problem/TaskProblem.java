package dev.guildhall.ports.problem;

import java.time.Duration;

/** Problems of tasks, of their agents and of workflows. */
public sealed interface TaskProblem extends Problem {
    /** The task does not exist, or is somebody else's. */
    record TaskNotFound() implements TaskProblem {
        @Override
        public String message() {
            return "there is no such task";
        }
    }

    /** The agent does not exist, or is somebody else's. */
    record AgentNotFound() implements TaskProblem {
        @Override
        public String message() {
            return "there is no such agent";
        }
    }

    /**
     * As many tasks wait as may.
     *
     * @param bound which bound was met
     * @param capacity how many may wait in all
     * @param retryAfter when to try again, more than zero
     */
    record QueueFull(Bound bound, long capacity, Duration retryAfter) implements TaskProblem {
        /** What bounds the queue (contract 6). */
        public enum Bound {
            /** With the tasks more would wait than may in all. */
            CAPACITY,
            /**
             * With the tasks fewer places would be free than the last eighth of the capacity (rounded down), which is open
             * only to owners of whom no more than an eighth waits, these tasks included.
             */
            OWNER
        }

        @Override
        public String message() {
            return switch (bound) {
                case CAPACITY -> "the queue has no room: at most " + capacity + " tasks wait; try again later";
                case OWNER ->
                    "the queue is nearly full: its last " + capacity / 8
                            + " places are open only to users of whom at most " + capacity / 8
                            + " tasks wait; try again later";
            };
        }
    }

    /** The task ended because its time was over, while the caller waited for it. */
    record TaskTimeout() implements TaskProblem {
        @Override
        public String message() {
            return "the task has exceeded its ttl";
        }
    }

    /** The lease has ended, or the task has. */
    record StaleLease() implements TaskProblem {
        @Override
        public String message() {
            return "leaseId: is not, or no longer, the lease of this task";
        }
    }

    /**
     * A task cannot be done: what an executor says of it, never of a request.
     *
     * @param code in capitals, for example {@code TOOL_NOT_FOUND}
     * @param message one sentence without secrets
     * @param status what it would be over HTTP, 400 to 599
     * @param retryable whether it may go better the next time
     */
    record NotDone(String code, String message, int status, boolean retryable) implements TaskProblem {}
}
