package dev.guildhall.http.agent;

import dev.guildhall.http.WireNames;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent.Status;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskState;
import java.util.ArrayList;
import java.util.List;

/** Who was on a step of a task, on the wire (contract 4). */
record StepAgentJson(String id, String stepId, String status) {
    private static final String TERMINATED = "AGENT_TERMINATED";

    /** All that were on a step, the first one first. */
    static List<StepAgentJson> all(String stepId, Task work) {
        List<StepAgentJson> agents = new ArrayList<>();
        for (PastAttempt past : work.past()) {
            agents.add(of(TaskAgentId.of(work.id(), past.fence()), stepId, Status.FAILED));
        }
        boolean told = work.past().stream().anyMatch(past -> past.fence() == work.fence());
        if (!told && !(work.state() instanceof TaskState.Queued)) {
            work.agentId().ifPresent(id -> agents.add(of(id, stepId, latest(work.state()))));
        }
        return agents;
    }

    private static StepAgentJson of(TaskAgentId id, String stepId, Status status) {
        return new StepAgentJson(id.value(), stepId, WireNames.of(status));
    }

    /** Whoever was on a task that has ended has ended with it. */
    private static Status latest(TaskState state) {
        return switch (state) {
            case TaskState.Queued ignored -> Status.FAILED;
            case TaskState.Running ignored -> Status.RUNNING;
            case TaskState.Completed ignored -> Status.COMPLETED;
            case TaskState.Cancelled ignored -> Status.TERMINATED;
            case TaskState.Failed(var error) -> error.code().equals(TERMINATED) ? Status.TERMINATED : Status.FAILED;
        };
    }
}
