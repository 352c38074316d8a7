package dev.guildhall.ports.task;

import dev.guildhall.ports.JsonData;
import java.time.Instant;
import java.util.Map;

/** The state of a task, with its data. */
public sealed interface TaskState {
    /** The status of the state. */
    TaskStatus status();

    /** It waits in the queue. */
    record Queued() implements TaskState {
        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }
    }

    /**
     * A node or a worker carries it out.
     *
     * @param lease the right to end the attempt
     * @param since when the attempt began
     * @param heartbeat when the holder last sent a heartbeat
     */
    record Running(Lease lease, Instant since, Instant heartbeat) implements TaskState {
        @Override
        public TaskStatus status() {
            return TaskStatus.RUNNING;
        }
    }

    /**
     * It only waits: no node or worker has it, and it holds no lease. The store completes it.
     *
     * @param since when the attempt began
     * @param until when it completes
     */
    record Sleeping(Instant since, Instant until) implements TaskState {
        @Override
        public TaskStatus status() {
            return TaskStatus.RUNNING;
        }
    }

    /** A final state. */
    sealed interface Ended extends TaskState {}

    /**
     * It has an output.
     *
     * @param output the values, by name
     */
    record Completed(Map<String, Object> output) implements Ended {
        public Completed {
            output = JsonData.copy(output);
        }

        @Override
        public TaskStatus status() {
            return TaskStatus.COMPLETED;
        }
    }

    /**
     * It has an error.
     *
     * @param error why
     */
    record Failed(TaskError error) implements Ended {
        @Override
        public TaskStatus status() {
            return TaskStatus.FAILED;
        }
    }

    /** A user cancelled it. */
    record Cancelled() implements Ended {
        @Override
        public TaskStatus status() {
            return TaskStatus.CANCELLED;
        }
    }
}
