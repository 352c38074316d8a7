package dev.guildhall.ports.task;

import dev.guildhall.ports.JsonData;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The state of a task, with its data. */
public sealed interface TaskState {
    /** The status of the state. */
    TaskStatus status();

    /**
     * It waits in the queue.
     *
     * @param until when it can be claimed at the earliest: its start, or the end of a pause; absent when it can be claimed
     *     now, and while it waits for its {@linkplain TaskOptions#concurrency() key}
     */
    record Queued(Optional<Instant> until) implements TaskState {
        /** One that can be claimed now, or waits for its key. */
        public Queued() {
            this(Optional.empty());
        }

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
     * It only waits: no node or worker has it, and it holds no lease. The store ends it.
     *
     * @param since when the attempt began
     * @param until when it ends
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
