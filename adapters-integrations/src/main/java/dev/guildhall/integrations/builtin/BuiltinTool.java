package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;
import java.util.function.Function;

/** A built-in tool, which gets only arguments that are valid by its schema, and may throw {@link ToolFault}. */
record BuiltinTool(ToolSpec spec, Function<BuiltinArguments, Map<String, Object>> function) {
    static BuiltinTool of(
            String name,
            String description,
            Map<String, Object> parameters,
            Function<BuiltinArguments, Map<String, Object>> function) {
        return new BuiltinTool(
                new ToolSpec(new ToolName("builtin." + name), description, parameters, ToolSource.IN_PROCESS),
                function);
    }
}
