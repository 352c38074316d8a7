package dev.guildhall.ports.execution;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import java.time.Instant;
import java.util.Optional;

/**
 * Driven port: what was executed. Blocks. Thread-safe; takes part in {@code Transactions}. A store on a disk keeps the
 * parameters encrypted, as it does credentials (contract 2).
 */
public interface ExecutionStore {
    /**
     * Keeps one that begins.
     *
     * @param node the node that carries it out, whose lease in {@code TaskStore} tells whether it lives; absent for a
     *     process that has no lease
     */
    void add(Execution execution, Optional<NodeId> node);

    /** Forgets one that came to nothing before anything was called. */
    void remove(ExecutionId id);

    /** One as it is, also while it runs; the data of a success is an empty object. Empty when there is none. */
    Optional<Execution> find(ExecutionId id);

    /**
     * Writes how one ended: whether it did, the failure's kind and words, and how long it took; not the result.
     *
     * @return false, with nothing written, when it has ended already
     */
    boolean end(ExecutionId id, ExecutionState.Ended ended);

    /** A user's executions of a tool that have ended, newest first; the data of successes is an empty object. */
    Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page);

    /**
     * Ends those as {@link FailureKind#OUTCOME_UNKNOWN} whose node died (contract 0, idempotency): its lease has ended.
     *
     * @param startedBefore of those without a node the ones that began before that time
     * @return how many
     */
    int endAbandoned(Instant startedBefore, Instant now);

    /**
     * Forgets those that began before a time.
     *
     * @param most how many at most in this call
     * @return how many were forgotten
     */
    int sweep(Instant before, int most);
}
