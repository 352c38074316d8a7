package dev.guildhall.ports.tool;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * Driven port: what was executed. Blocks. Thread-safe; takes part in {@code Transactions}. A store on a disk keeps the
 * parameters encrypted, as it does credentials (contract 2).
 */
public interface ExecutionStore {
    /** Keeps one that begins. */
    void add(Execution execution);

    /**
     * Writes how one ended: whether it did, the failure's kind and words, and how long it took; not the result. Nothing
     * happens when it has ended already.
     */
    void end(ExecutionId id, ExecutionState.Ended ended);

    /** A user's executions of a tool that have ended, newest first; the data of successes is an empty object. */
    Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page);

    /**
     * Ends those as {@link FailureKind#INTERRUPTED} that began before a time and have not ended: their node died.
     *
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
