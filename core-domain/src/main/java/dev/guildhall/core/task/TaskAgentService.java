package dev.guildhall.core.task;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskAgent;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskAgents;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskQueue;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStore;
import java.util.Optional;

/** Shows the agents of tasks, and terminates them (tasks-19, tasks-24). */
public final class TaskAgentService implements TaskAgents {
    private final TaskStore tasks;
    private final ApprovalStore approvals;
    private final TaskStats stats;
    private final Permissions permissions;

    public TaskAgentService(Stores stores, TaskStats stats, Permissions permissions) {
        this.tasks = stores.tasks();
        this.approvals = stores.approvals();
        this.stats = stats;
        this.permissions = permissions;
    }

    @Override
    public Page<TaskAgent> running(Caller caller, PageRequest page) {
        Caller.User user = caller.requireUser();
        Optional<UserId> owner = user.isAdmin() ? Optional.empty() : Optional.of(user.userId());
        Page<Task> running = tasks.running(new TaskFilter(owner, Optional.empty(), Optional.empty()), page);
        return new Page<>(
                running.items().stream()
                        .flatMap(task -> task.agentId().stream().flatMap(id -> TaskHistory.agent(task, id).stream()))
                        .toList(),
                running.next());
    }

    @Override
    public TaskAgent find(Caller caller, TaskAgentId id) {
        return agentOf(task(caller.requireUser(), id), id);
    }

    private Task task(Caller.User user, TaskAgentId id) {
        return id.task()
                .flatMap(tasks::find)
                .filter(task -> permissions.sees(user, task.owner()))
                .orElseThrow(TaskAgentService::noSuchAgent);
    }

    private static TaskAgent agentOf(Task task, TaskAgentId id) {
        return TaskHistory.agent(task, id).orElseThrow(TaskAgentService::noSuchAgent);
    }

    private static Refusal noSuchAgent() {
        return new Refusal(new TaskProblem.AgentNotFound());
    }

    @Override
    public TaskAgent terminate(Caller caller, TaskAgentId id) {
        Task task = task(caller.requireUser(), id);
        TaskAgent agent = agentOf(task, id);
        if (agent.status() == TaskAgent.Status.RUNNING) {
            TaskState.Failed failed = new TaskState.Failed(TaskErrors.AGENT_TERMINATED);
            Optional<TaskQueue.Ending> ending = tasks.end(task.id(), failed, Optional.of(task.fence()));
            ending.filter(TaskQueue.Ending::changed).ifPresent(ignored -> {
                stats.ended(failed);
                approvals.withdraw(task.id().value());
            });
            agent = ending.map(TaskQueue.Ending::task)
                    .or(() -> tasks.find(task.id()))
                    .map(now -> agentOf(now, id))
                    .orElseThrow(TaskAgentService::noSuchAgent);
        }
        if (agent.status() != TaskAgent.Status.TERMINATED) {
            throw new Refusal(new CommonProblem.Conflict("the agent has " + word(agent.status()) + " already"));
        }
        return agent;
    }

    private static String word(TaskAgent.Status status) {
        return switch (status) {
            case COMPLETED -> "completed";
            case FAILED, TERMINATED -> "failed";
            case RUNNING -> "handed its task on";
        };
    }
}
