package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import java.util.Map;
import java.util.Optional;

/** The schemas of the tools that agents can use. */
@FunctionalInterface
public interface ToolSchemas {
    /** The JSON Schema of the parameters of a tool, as it is now; empty when the caller cannot use such a tool. */
    Optional<Map<String, Object>> of(Caller.User caller, String tool);
}
