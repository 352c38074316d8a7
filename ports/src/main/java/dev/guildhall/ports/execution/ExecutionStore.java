package dev.guildhall.ports.execution;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import java.time.Instant;
import java.util.Optional;

/**
 * Driven port: executions of tools. Blocks. Takes part in {@code Transactions}. A store on a disk encrypts
 * the parameters, as it does with credentials (tools-13).
 */
public interface ExecutionStore extends UserData {
    /**
     * Stores an execution that begins.
     *
     * @param node the node that runs it, whose lease in {@code TaskStore} shows whether it is alive; absent for a
     *     process without a lease
     */
    void add(Execution execution, Optional<NodeId> node);

    /** Removes an execution that ended before the tool was called. */
    void remove(ExecutionId id);

    /**
     * An execution in its current state, running or ended; the data of a success is an empty object. Empty when there
     * is none.
     */
    Optional<Execution> find(ExecutionId id);

    /**
     * Stores how an execution ended: its status, the failure's kind and message, and how long it took; not the result.
     *
     * @return false, with nothing written, when it has ended already
     */
    boolean end(ExecutionId id, ExecutionState.Ended ended);

    /** A user's ended executions of a tool, newest first; the data of successes is an empty object. */
    Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page);

    /**
     * Ends executions with {@link FailureKind#OUTCOME_UNKNOWN} when the lease of their node has expired (general-34).
     *
     * @param startedBefore ends an execution without a node when it began before that time
     * @return how many it ended
     */
    int endAbandoned(Instant startedBefore, Instant now);

    /**
     * Removes executions that began before a time.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
