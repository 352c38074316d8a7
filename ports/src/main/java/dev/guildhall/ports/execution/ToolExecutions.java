package dev.guildhall.ports.execution;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.tool.ToolId;

/** Driving port: executing tools (spec/1 tool registry, contract 2). Every method blocks. Thread-safe. */
public interface ToolExecutions {
    /**
     * Executes a tool; interrupting the thread cancels it. Checked in this order: the tool is seen, the caller may, the
     * integration is connected, its scopes suffice, the parameters fit.
     *
     * @return how it ended, also when it failed
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code ToolProblem.ToolNotFound}, {@code CommonProblem.Forbidden}, {@code ToolProblem.IntegrationNotConnected},
     *     {@code ToolProblem.InsufficientScopes}, {@code CommonProblem.Invalid} naming every parameter that does not fit;
     *     with {@code CommonProblem.IdempotencyMismatch} when the key was used with another body, and
     *     {@code CommonProblem.Conflict} while the first request with it is still being answered
     */
    Executed execute(Caller caller, ExecutionRequest request);

    /**
     * Checks all that does not depend on the parameters, in the order of {@link #execute}.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #execute}
     */
    void check(Caller caller, ToolId toolId);

    /** The caller's own executions of a tool that have ended, newest first. */
    Page<Execution> ofTool(Caller caller, ToolId toolId, PageRequest page);
}
