package dev.guildhall.http.orchestration;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.task.TaskAgentId;
import dev.guildhall.ports.task.TaskId;

/** Reads identifiers in paths; a malformed identifier names nothing. */
final class TaskIdentifiers {
    private TaskIdentifiers() {}

    static TaskId task(Exchange exchange) {
        try {
            return new TaskId(exchange.path("taskId"));
        } catch (Refusal malformed) {
            throw new Refusal(new TaskProblem.TaskNotFound());
        }
    }

    static TaskAgentId agent(Exchange exchange) {
        try {
            return new TaskAgentId(exchange.path("agentId"));
        } catch (Refusal malformed) {
            throw new Refusal(new TaskProblem.AgentNotFound());
        }
    }
}
