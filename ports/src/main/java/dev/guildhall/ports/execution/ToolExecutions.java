package dev.guildhall.ports.execution;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolId;

/** Driving port: the execution of tools (tools-11 to tools-15). Every method blocks. */
public interface ToolExecutions {
    /**
     * Executes a tool; an interrupt of the thread cancels it. Checks in this order: the caller sees the tool, the
     * caller may use it, the integration is connected, its scopes are sufficient, the parameters are valid.
     *
     * @return how it ended, also when it failed
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code ToolProblem.ToolNotFound}, {@code CommonProblem.Forbidden},
     *     {@code ToolProblem.IntegrationNotConnected}, {@code ToolProblem.InsufficientScopes},
     *     {@code CommonProblem.Invalid} naming every invalid parameter; with {@code CommonProblem.IdempotencyMismatch}
     *     when the key was used with another body, and {@code CommonProblem.Conflict} while the first request with it
     *     is running
     */
    default Executed execute(Caller caller, ExecutionRequest request) {
        return execute(caller, request, ToolExchange.none());
    }

    /**
     * As {@link #execute(Caller, ExecutionRequest)}, for a caller who also takes part in what passes between it and a server
     * of the Model Context Protocol.
     *
     * @return the data of a call that needs input is {@code inputRequired}, the names of what it needs
     * @throws dev.guildhall.ports.problem.Refusal as {@link #execute(Caller, ExecutionRequest)}
     */
    Executed execute(Caller caller, ExecutionRequest request, ToolExchange exchange);

    /**
     * Makes the checks that do not depend on the parameters, in the order of {@link #execute}.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #execute}
     */
    void check(Caller caller, ToolId toolId);

    /** The caller's own ended executions of a tool, newest first. */
    Page<Execution> ofTool(Caller caller, ToolId toolId, PageRequest page);
}
