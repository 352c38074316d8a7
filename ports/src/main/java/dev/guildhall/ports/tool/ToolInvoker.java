package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: a set of callable tools.
 *
 * <p>The caller has checked the arguments against the tool's parameters. A call blocks; an interrupt of the calling
 * thread ends it early with a {@link FailureKind#CANCELLED} failure.
 */
public interface ToolInvoker {
    /** The tools of this set, in a stable order. */
    List<ToolSpec> tools();

    /**
     * What a call of a tool does (approvals-1).
     *
     * @param tool one of {@link #tools()}
     */
    default ToolEffect effect(ToolName tool) {
        return ToolEffect.WRITE;
    }

    /**
     * Calls a tool.
     *
     * @param caller the user for whom the tool runs
     * @param tool one of {@link #tools()}; another one is a {@link FailureKind#UNKNOWN_TOOL} failure
     * @param arguments by parameter name
     */
    ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments);

    /**
     * Calls a tool with an idempotency key. A set whose tools change data executes a call with a known key only once
     * (tools-14); other sets ignore the key.
     *
     * @param key the same for every attempt of the call; absent for a call that is attempted once
     */
    default ToolOutcome invoke(
            Caller.User caller, ToolName tool, Map<String, Object> arguments, Optional<IdempotencyKey> key) {
        return invoke(caller, tool, arguments);
    }
}
