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
 * A task of the agent service as its clients see it (agents-22).
 *
 * @param id never changes
 * @param title its title
 * @param description what is to be done; empty when there is none
 * @param userId its owner
 * @param chatId the conversation that it belongs to; absent when it belongs to none
 * @param status its state
 * @param steps its steps, in the order of the request
 * @param agents the agents of its steps, ordered by step and attempt
 * @param result the result; absent until it has completed
 * @param createdAt when it was stored
 * @param startedAt when it was started; absent before it starts
 * @param completedAt when it ended; absent before it ends
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

    /** Converts a workflow of the kind {@code AGENT_TASK} to what clients see. */
    public static AgentTask of(Workflow task) {
        List<Step> steps = new ArrayList<>();
        List<Agent> agents = new ArrayList<>();
        for (WorkflowStep step : task.steps()) {
            // The number of a step is its position in the request, from 1, and never changes.
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
     * @param title its title, unique within the task
     * @param description what the agent has to do; empty when there is none
     * @param dependencies titles of the steps that must complete before it
     * @param status its state
     * @param agentId the agent of its latest attempt; absent before the first attempt
     * @param result the result; absent until it has completed
     * @param error why it failed; absent when it has not failed
     * @param startedAt when an agent began; absent before that
     * @param completedAt when it ended; absent before that
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

        /** Converts a step to what clients see. */
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
     * @param status its state
     */
    public record Agent(TaskAgentId id, String stepId, TaskAgent.Status status) {
        private static List<Agent> all(String stepId, Task work) {
            List<Agent> agents = new ArrayList<>();
            boolean waits = work.waited().isPresent();
            for (PastAttempt past : work.past()) {
                TaskAgent.Status status =
                        waits && past.fence() == work.fence() ? latest(work.state()) : TaskAgent.Status.FAILED;
                agents.add(new Agent(TaskAgentId.of(work.id(), past.fence()), stepId, status));
            }
            boolean isPast = work.past().stream().anyMatch(past -> past.fence() == work.fence());
            if (!isPast && !(work.state() instanceof TaskState.Queued)) {
                work.agentId().ifPresent(id -> agents.add(new Agent(id, stepId, latest(work.state()))));
            }
            return agents;
        }

        /** When a task ends, its latest agent ends; one that is queued and has such an agent waits. */
        private static TaskAgent.Status latest(TaskState state) {
            return switch (state) {
                case TaskState.Queued ignored -> TaskAgent.Status.RUNNING;
                case TaskState.Running ignored -> TaskAgent.Status.RUNNING;
                case TaskState.Sleeping ignored -> TaskAgent.Status.RUNNING;
                case TaskState.Completed ignored -> TaskAgent.Status.COMPLETED;
                case TaskState.Cancelled ignored -> TaskAgent.Status.TERMINATED;
                case TaskState.Failed(var error) ->
                    error.code().equals(TERMINATED) ? TaskAgent.Status.TERMINATED : TaskAgent.Status.FAILED;
            };
        }
    }
}
