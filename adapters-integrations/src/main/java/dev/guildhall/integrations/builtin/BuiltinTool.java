package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;

/** One tool that is part of Guildhall. Thread-safe. */
interface BuiltinTool {
    ToolSpec spec();

    /**
     * Does what it does.
     *
     * @return a JSON object
     * @throws ToolFault when it has no result
     */
    Map<String, Object> run(BuiltinArguments arguments);
}
