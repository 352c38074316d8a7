package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Driving port: the catalogue of tools (tools-1 to tools-10). Every method blocks, and refuses a caller
 * who has not signed in with {@code CommonProblem.Unauthenticated}. For a tool that the caller does not see the problem
 * is {@code ToolProblem.ToolNotFound}.
 */
public interface Tools {
    /**
     * Registers a version of a tool. For content that is registered already it returns the existing tool, which becomes
     * active again if it was deprecated.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.VersionTaken} when the caller has this name
     *     and version with other content, {@code ToolProblem.TooManyTools}, {@code ToolProblem.ToolsTooLarge},
     *     {@code ToolProblem.ToolMemoryFull}, or {@code CommonProblem.Forbidden} when a caller who is no admin asks for shared visibility
     */
    Tool register(Caller caller, NewTool wanted);

    /**
     * The tools that the caller sees, newest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when a caller who is no admin
     *     asks for quarantined ones
     */
    ToolPage list(Caller caller, ToolFilter filter, PageRequest page);

    /** One tool, in any status. */
    ToolDetails find(Caller caller, ToolId id);

    /**
     * The tools that match a query best, among shared tools and the caller's own, in their latest version; best first.
     * The match compares words, meaning, and the caller's earlier queries that led to an execution.
     */
    List<SearchHit> search(Caller caller, SearchQuery query);

    /**
     * The tools that the caller's models may receive, in the order of their names. For each name there is one tool: the
     * caller's own before a tool that an admin shares, that before a built-in or imported one, and of several the
     * newest. An admin is treated like any other user: an admin's models do not receive the private tools of other
     * users.
     */
    NavigableMap<ToolName, Tool> byName(Caller caller);

    /** The tool of {@link #byName} with that name; empty when there is none. */
    Optional<Tool> named(Caller caller, ToolName name);

    /**
     * Deprecates a tool; a second call changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller sees it and
     *     neither registered it nor is an admin
     */
    void deprecate(Caller caller, ToolId id);

    /**
     * Approves a quarantined definition, which replaces the one before; an active one stays active.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller is no admin, or
     *     {@code CommonProblem.Conflict} for a deprecated tool
     */
    Tool approve(Caller caller, ToolId id);

    /** The caller's queries that led to executions of a tool, newest first. */
    List<LearnedQuery> learnedQueries(Caller caller, ToolId id);

    /** Removes the caller's queries that led to executions of a tool. */
    void forgetQueries(Caller caller, ToolId id);
}
