package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Driving port: the catalogue of tools (spec/1 tool registry, contract 2). Every method blocks, needs a signed-in caller,
 * and throws a {@code Refusal} with {@code CommonProblem.Unauthenticated} without one. A tool that the caller does not see
 * is {@code ToolProblem.ToolNotFound}. Thread-safe.
 */
public interface Tools {
    /**
     * Registers a version of a tool. The same content again answers with what there is, in use again if it was deprecated.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.VersionTaken} when the caller has this name and
     *     version with other content, {@code ToolProblem.TooManyTools}, or {@code CommonProblem.Forbidden} when somebody
     *     who is no admin wants to share it
     */
    Tool register(Caller caller, NewTool wanted);

    /**
     * The tools that the caller sees, newest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when somebody who is no admin asks
     *     for quarantined ones
     */
    ToolPage list(Caller caller, ToolFilter filter, PageRequest page);

    /** One tool, in any status. */
    ToolDetails find(Caller caller, ToolId id);

    /**
     * The tools that fit a query best, of those that are shared or the caller's own, in their latest version; best first.
     * The fit is one of words, of meaning, and of the caller's earlier queries that led to an execution.
     */
    List<SearchHit> search(Caller caller, SearchQuery query);

    /**
     * The tools that models of the caller may be told of, by name and in the order of their names, one for each name: the
     * caller's own before one that an admin shares, that before one that is built in or imported, and of equals the newest.
     * An admin is treated like anybody else: what strangers registered for themselves is not for an admin's models.
     */
    NavigableMap<ToolName, Tool> byName(Caller caller);

    /** The one of these that has a name. */
    Optional<Tool> named(Caller caller, ToolName name);

    /**
     * Deprecates a tool; one that is deprecated stays so.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller sees it and neither
     *     registered it nor is an admin
     */
    void deprecate(Caller caller, ToolId id);

    /**
     * Lets a quarantined definition take the place of the one before; one in use stays so.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Forbidden} when the caller is no admin, or
     *     {@code CommonProblem.Conflict} for a deprecated tool
     */
    Tool approve(Caller caller, ToolId id);

    /** The caller's queries that led to executions of a tool, newest first. */
    List<LearntQuery> learntQueries(Caller caller, ToolId id);

    /** Forgets the caller's queries that led to executions of a tool. */
    void forgetQueries(Caller caller, ToolId id);
}
