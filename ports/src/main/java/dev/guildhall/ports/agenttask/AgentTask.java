package dev.guildhall.ports.agenttask;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.PastAttempt;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A task of the agent service as its clients see it (contract 4).
 *
 * @param id never changes
 * @param title names it
 * @param description what is to be done; empty when there is none
 * @param userId whose it is
 * @param chatId the conversation that it belongs to; absent when it belongs to none
 * @param status how far it has come
 * @param steps in the order in which they were asked for
 * @param agents those that carry out or carried out its steps, by step, the first attempt first
 * @param result what it has brought; absent while it has not completed
 * @param createdAt when it was kept
 * @param startedAt when it was started; absent when it was not
 * @param completedAt when it ended; absent when it has not
 */
public record AgentTask(
        WorkflowId id,
        String title,
        String description,
        UserId userId,
        Optional<ChatId> chatId,
        WorkflowStatus status,
        List<Step> steps,
        List<Agent> agents,
        Optional<String> result,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt) {
    private static final String TERMINATED = "AGENT_TERMINATED";

    public AgentTask {
        steps = List.copyOf(steps);
        agents = List.copyOf(agents);
    }

    /** What clients see of a workflow of the kind {@code AGENT_TASK}. */
    public static AgentTask of(Workflow task) {
        List<Step> steps = new ArrayList<>();
        List<Agent> agents = new ArrayList<>();
        for (WorkflowStep step : task.steps()) {
            // Steps are counted from 1 in the order in which they were asked for, which never changes.
            String id = task.id().value() + "." + (steps.size() + 1);
            steps.add(Step.of(id, step));
            step.task().map(work -> Agent.all(id, work)).ifPresent(agents::addAll);
        }
        return new AgentTask(
                task.id(),
                task.about().name(),
                task.about().description(),
                task.owner(),
                task.about().chatId(),
                task.status(),
                steps,
                agents,
                AgentTaskResult.of(task),
                task.createdAt(),
                task.startedAt(),
                task.completedAt());
    }

    /**
     * A step.
     *
     * @param id never changes
     * @param title names it within its task
     * @param description what is to be done; empty when there is none
     * @param dependencies titles of the steps that have to complete before
     * @param status how far it has come
     * @param agentId who carries it out, or did; absent before an agent does
     * @param result what it has brought; absent while it has not completed
     * @param error why it failed; absent when it has not
     * @param startedAt when an agent began; absent when none has
     * @param completedAt when it ended; absent when it has not
     */
    public record Step(
            String id,
            String title,
            String description,
            List<String> dependencies,
            StepStatus status,
            Optional<TaskAgentId> agentId,
            Optional<String> result,
            Optional<TaskError> error,
            Optional<Instant> startedAt,
            Optional<Instant> completedAt) {
        public Step {
            dependencies = List.copyOf(dependencies);
        }

        /** What clients see of a step. */
        public static Step of(String id, WorkflowStep step) {
            return new Step(
                    id,
                    step.spec().name(),
                    step.spec().description(),
                    step.spec().dependsOn(),
                    step.status(),
                    step.task().flatMap(Task::agentId),
                    AgentTaskResult.of(step),
                    step.endedTask().flatMap(Step::errorOf),
                    step.task().flatMap(Task::startedAt),
                    step.endedTask().flatMap(Task::completedAt));
        }

        private static Optional<TaskError> errorOf(Task work) {
            return work.state() instanceof TaskState.Failed(TaskError error) ? Optional.of(error) : Optional.empty();
        }
    }

    /**
     * The agent of one attempt at a step.
     *
     * @param id never changes
     * @param stepId {@link Step#id()} of the step
     * @param status how far it has come
     */
    public record Agent(TaskAgentId id, String stepId, TaskAgent.Status status) {
        private static List<Agent> all(String stepId, Task work) {
            List<Agent> agents = new ArrayList<>();
            for (PastAttempt past : work.past()) {
                agents.add(new Agent(TaskAgentId.of(work.id(), past.fence()), stepId, TaskAgent.Status.FAILED));
            }
            boolean told = work.past().stream().anyMatch(past -> past.fence() == work.fence());
            if (!told && !(work.state() instanceof TaskState.Queued)) {
                work.agentId().ifPresent(id -> agents.add(new Agent(id, stepId, latest(work.state()))));
            }
            return agents;
        }

        /** The agent of a task that has ended has ended with it. */
        private static TaskAgent.Status latest(TaskState state) {
            return switch (state) {
                case TaskState.Queued ignored -> TaskAgent.Status.FAILED;
                case TaskState.Running ignored -> TaskAgent.Status.RUNNING;
                case TaskState.Completed ignored -> TaskAgent.Status.COMPLETED;
                case TaskState.Cancelled ignored -> TaskAgent.Status.TERMINATED;
                case TaskState.Failed(var error) ->
                    error.code().equals(TERMINATED) ? TaskAgent.Status.TERMINATED : TaskAgent.Status.FAILED;
            };
        }
    }
}
