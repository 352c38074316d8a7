package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import java.util.Map;

/** The work of one tool, in the program that embeds the core. */
@FunctionalInterface
public interface ToolFunction {
    /**
     * Calls the tool. The core interrupts the thread when the call takes too long or was cancelled.
     *
     * @param caller the user for whom it runs
     * @param arguments by parameter name, checked against the tool's parameters
     * @return a JSON value, at most 1 MiB as JSON; not null
     * @throws Exception when the call failed. The model is told that it failed, without the message.
     */
    Object call(Caller.User caller, Map<String, Object> arguments) throws Exception;
}
