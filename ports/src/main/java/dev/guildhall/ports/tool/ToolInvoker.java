package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: a set of tools that really run. Thread-safe.
 *
 * <p>Arguments have been checked against the tool's parameters before. A call blocks; interrupting the calling thread
 * ends it early with a {@link FailureKind#CANCELLED} failure.
 */
public interface ToolInvoker {
    /** The tools of this set, in a stable order. */
    List<ToolSpec> tools();

    /**
     * Calls a tool.
     *
     * @param caller on whose behalf
     * @param tool one of {@link #tools()}; another one is a {@link FailureKind#UNKNOWN_TOOL} failure
     * @param arguments by parameter name
     */
    ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments);

    /**
     * Calls a tool that may be called again with the same key. A set whose tools change something carries a call with a
     * known key out once (contract 6); the others ignore the key.
     *
     * @param key the same for every attempt at the call; absent for a call that is attempted once
     */
    default ToolOutcome invoke(
            Caller.User caller, ToolName tool, Map<String, Object> arguments, Optional<IdempotencyKey> key) {
        return invoke(caller, tool, arguments);
    }
}
