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
     * @param capacity the limit
     * @param retryAfter when to try again, more than zero
     */
    record QueueFull(long capacity, Duration retryAfter) implements TaskProblem {
        @Override
        public String message() {
            return capacity + " tasks are queued, which is the most; try again later";
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
