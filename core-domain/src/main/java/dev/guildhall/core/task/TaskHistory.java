package dev.guildhall.core.task;

import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Derives the events of a task, and the agents that ran it, from its stored record. */
final class TaskHistory {
    private TaskHistory() {}

    /** All events so far; an event that a client has received never changes. */
    static List<TaskEvent> events(Task task) {
        Events events = new Events();
        events.add(task.createdAt(), TaskStatus.QUEUED, Optional.empty(), Optional.empty());
        for (PastAttempt past : task.past()) {
            Optional<TaskAgentId> agent = Optional.of(TaskAgentId.of(task.id(), past.fence()));
            events.add(past.startedAt(), TaskStatus.RUNNING, agent, Optional.empty());
            events.add(past.endedAt(), TaskStatus.QUEUED, agent, Optional.of(past.error()));
        }
        boolean tried = isLatestTold(task);
        if (tried) {
            events.add(begun(task), TaskStatus.RUNNING, task.agentId(), Optional.empty());
        }
        task.completedAt()
                .ifPresent(at -> events.add(at, task.status(), tried ? task.agentId() : Optional.empty(), error(task)));
        return events.all;
    }

    /**
     * The task after an attempt: queued when a further attempt follows, otherwise its present state, since that attempt ended it.
     *
     * @param fence which attempt
     * @param attempts the number of attempts until then, including that one
     */
    static Task asLeft(Task task, int fence, int attempts) {
        List<PastAttempt> past =
                task.past().stream().filter(one -> one.fence() <= fence).toList();
        boolean again = past.stream().anyMatch(one -> one.fence() == fence);
        return again
                ? new Task(
                        task.id(),
                        task.owner(),
                        task.actor(),
                        task.spec(),
                        task.part(),
                        task.createdAt(),
                        task.startedAt(),
                        Optional.empty(),
                        attempts,
                        fence,
                        past,
                        new TaskState.Queued())
                : task;
    }

    private static boolean isLatestTold(Task task) {
        boolean queued = task.state() instanceof TaskState.Queued;
        int past = task.past().stream().mapToInt(PastAttempt::fence).max().orElse(0);
        return !queued && task.attempts() > 0 && task.fence() > past;
    }

    private static Instant begun(Task task) {
        return switch (task.state()) {
            case TaskState.Running running -> running.since();
            case TaskState.Sleeping sleeping -> sleeping.since();
            default ->
                task.past().isEmpty()
                        ? task.startedAt().orElse(task.createdAt())
                        : task.past().getLast().endedAt();
        };
    }

    private static Optional<TaskError> error(Task task) {
        return task.state() instanceof TaskState.Failed(TaskError error) ? Optional.of(error) : Optional.empty();
    }

    /** The agent of one attempt; empty when there was none. */
    static Optional<TaskAgent> agent(Task task, TaskAgentId id) {
        Optional<PastAttempt> waited =
                task.waited().filter(ignored -> task.agentId().equals(Optional.of(id)));
        if (waited.isPresent()) {
            return waited.map(attempt -> waiting(task, id, attempt));
        }
        Optional<PastAttempt> past = task.past().stream()
                .filter(attempt -> TaskAgentId.of(task.id(), attempt.fence()).equals(id))
                .findFirst();
        if (past.isPresent()) {
            return past.map(attempt -> new TaskAgent(
                    id,
                    task.spec().type(),
                    TaskAgent.Status.FAILED,
                    task.id(),
                    attempt.startedAt(),
                    attempt.endedAt()));
        }
        return task.agentId().filter(id::equals).map(latest -> latest(task, latest));
    }

    private static TaskAgent waiting(Task task, TaskAgentId id, PastAttempt attempt) {
        TaskAgent.Status status =
                task.state() instanceof TaskState.Queued ? TaskAgent.Status.RUNNING : status(task.state());
        Instant heard = task.completedAt().orElse(attempt.endedAt());
        return new TaskAgent(id, task.spec().type(), status, task.id(), attempt.startedAt(), heard);
    }

    private static TaskAgent latest(Task task, TaskAgentId id) {
        Instant begun = begun(task);
        Instant heard = task.state() instanceof TaskState.Running running
                ? running.heartbeat()
                : task.completedAt().orElse(begun);
        return new TaskAgent(id, task.spec().type(), status(task.state()), task.id(), begun, heard);
    }

    /** The agent of a task ends with the task. */
    private static TaskAgent.Status status(TaskState state) {
        return switch (state) {
            case TaskState.Running ignored -> TaskAgent.Status.RUNNING;
            case TaskState.Sleeping ignored -> TaskAgent.Status.RUNNING;
            case TaskState.Completed ignored -> TaskAgent.Status.COMPLETED;
            case TaskState.Cancelled ignored -> TaskAgent.Status.TERMINATED;
            case TaskState.Failed(TaskError error)
            when error.code().equals(TaskErrors.AGENT_TERMINATED.code()) -> TaskAgent.Status.TERMINATED;
            case TaskState.Failed ignored -> TaskAgent.Status.FAILED;
            case TaskState.Queued ignored -> TaskAgent.Status.FAILED;
        };
    }

    private static final class Events {
        private final List<TaskEvent> all = new ArrayList<>();

        void add(Instant at, TaskStatus status, Optional<TaskAgentId> agent, Optional<TaskError> error) {
            all.add(new TaskEvent(all.size() + 1, at, status, agent, error));
        }
    }
}
