package dev.guildhall.ports.problem;

import java.time.Duration;

/** Problems of tasks, of their agents, of workflows and of webhooks. */
public sealed interface TaskProblem extends Problem {
    /** The task does not exist, or belongs to another user. */
    record TaskNotFound() implements TaskProblem {
        @Override
        public String message() {
            return "there is no such task";
        }
    }

    /**
     * Another task of the owner that has not ended has the unique key (tasks-40).
     *
     * @param taskId the identifier of that task
     */
    record KeyInUse(String taskId) implements TaskProblem {
        @Override
        public String message() {
            return "unique.key: a task that has not ended has it";
        }
    }

    /** No handler or executor of the core takes tasks of the type. */
    record UnknownType(String type) implements TaskProblem {
        @Override
        public String message() {
            return "nothing carries out tasks of the type " + type;
        }
    }

    /** The agent does not exist, or belongs to another user. */
    record AgentNotFound() implements TaskProblem {
        @Override
        public String message() {
            return "there is no such agent";
        }
    }

    /**
     * The queue is full.
     *
     * @param bound which limit was reached
     * @param capacity how many tasks may wait in total; of {@link Bound#SLEEPING}, how many tasks of a user may sleep or wait
     * @param retryAfter when to try again, more than zero
     */
    record QueueFull(Bound bound, long capacity, Duration retryAfter) implements TaskProblem {
        /** The limits of the queue (tasks-9, tasks-17). */
        public enum Bound {
            /** With these tasks, more tasks would wait than the capacity. */
            CAPACITY,
            /**
             * With these tasks, less than an eighth of the capacity (rounded down) would be free. The last eighth is
             * reserved for owners who have at most an eighth of the capacity waiting, including these tasks.
             */
            OWNER,
            /** As many tasks of the user sleep, or wait for something else than a slot, as may. */
            SLEEPING
        }

        @Override
        public String message() {
            return switch (bound) {
                case CAPACITY -> "the queue has no room: at most " + capacity + " tasks wait; try again later";
                case OWNER ->
                    "the queue is nearly full: its last " + capacity / 8
                            + " places are open only to users of whom at most " + capacity / 8
                            + " tasks wait; try again later";
                case SLEEPING ->
                    "at most " + capacity + " tasks of a user may sleep or wait at the same time; try again later";
            };
        }
    }

    /**
     * The user has as many schedules as a user may have.
     *
     * @param most how many that is
     */
    record TooManySchedules(int most) implements TaskProblem {
        @Override
        public String message() {
            return "a user may have at most " + most + " schedules";
        }
    }

    /**
     * The user has as many triggers as a user may have.
     *
     * @param most how many that is
     */
    record TooManyTriggers(int most) implements TaskProblem {
        @Override
        public String message() {
            return "a user may have at most " + most + " triggers";
        }
    }

    /**
     * The user has the most definitions of workflows that a user may have.
     *
     * @param most the limit
     */
    record TooManyDefinitions(int most) implements TaskProblem {
        @Override
        public String message() {
            return "there are " + most + " definitions, which is the most; delete some";
        }
    }

    /** The task ended because its time limit passed while the caller waited for it. */
    record TaskTimeout() implements TaskProblem {
        @Override
        public String message() {
            return "the task has exceeded its ttl";
        }
    }

    /**
     * The user has the most webhooks that a user may have.
     *
     * @param most the limit
     */
    record TooManyWebhooks(int most) implements TaskProblem {
        @Override
        public String message() {
            return "there are " + most + " webhooks, which is the most; delete some";
        }
    }

    /** The lease has expired, or the task has ended. */
    record StaleLease() implements TaskProblem {
        @Override
        public String message() {
            return "leaseId: is not, or no longer, the lease of this task";
        }
    }

    /**
     * Why an executor cannot complete a task; never the problem of a request.
     *
     * <p>Code of others raises it: the parts of the error need not be present, and what is wrong about them is mended when
     * the task ends.
     *
     * @param code in capitals, for example {@code TOOL_NOT_FOUND}
     * @param message one sentence without secrets
     * @param kind what kind of error it is
     * @param retryable whether another attempt may succeed
     */
    record NotDone(String code, String message, ErrorKind kind, boolean retryable) implements TaskProblem {}
}
