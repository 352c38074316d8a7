package dev.guildhall.integrations;

import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;

/** One tool that is part of Guildhall. Thread-safe. */
interface BuiltinTool {
    ToolSpec spec();

    ToolOutcome invoke(Map<String, Object> arguments);
}
