package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;

/**
 * Driving port: the agents that carry tasks out (tasks-19, tasks-24). A caller sees the agents of
 * the caller's own tasks, an admin sees all; any other agent is {@code TaskProblem.AgentNotFound}. Every method blocks.
 */
public interface TaskAgents {
    /** Running agents, newest task first. */
    Page<TaskAgent> running(Caller caller, PageRequest page);

    /** An agent as it is now, running or not. */
    TaskAgent find(Caller caller, TaskAgentId id);

    /**
     * Ends an agent: its task fails with {@code AGENT_TERMINATED}. Ending it again changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    TaskAgent terminate(Caller caller, TaskAgentId id);
}
