package dev.guildhall.ports.task;

import dev.guildhall.ports.JsonData;
import java.time.Instant;
import java.util.Map;

/** How far a task has come, with what is known there. */
public sealed interface TaskState {
    /** The state's name. */
    TaskStatus status();

    /** It waits for its turn. */
    record Queued() implements TaskState {
        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }
    }

    /**
     * An agent is on it.
     *
     * @param hold who may end the attempt
     * @param since when the attempt began
     * @param heartbeat when the holder was last heard of
     */
    record Running(Lease hold, Instant since, Instant heartbeat) implements TaskState {
        @Override
        public TaskStatus status() {
            return TaskStatus.RUNNING;
        }
    }

    /** Nothing changes any more. */
    sealed interface Ended extends TaskState {}

    /**
     * It has been done.
     *
     * @param output what came of it, by name
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
     * It could not be done.
     *
     * @param error why
     */
    record Failed(TaskError error) implements Ended {
        @Override
        public TaskStatus status() {
            return TaskStatus.FAILED;
        }
    }

    /** Somebody did not want it any more. */
    record Cancelled() implements Ended {
        @Override
        public TaskStatus status() {
            return TaskStatus.CANCELLED;
        }
    }
}
