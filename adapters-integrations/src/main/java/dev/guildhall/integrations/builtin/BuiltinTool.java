package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;
import java.util.function.Function;

/**
 * One tool that is part of Guildhall. Thread-safe.
 *
 * @param spec with the schema of the arguments
 * @param function takes arguments that are valid by that schema and returns a JSON object; throws {@link ToolFault} when
 *     it has no result
 */
record BuiltinTool(ToolSpec spec, Function<BuiltinArguments, Map<String, Object>> function) {
    static BuiltinTool of(
            String name,
            String description,
            Map<String, Object> parameters,
            Function<BuiltinArguments, Map<String, Object>> function) {
        return new BuiltinTool(
                new ToolSpec(new ToolName("builtin." + name), description, parameters, ToolSource.BUILTIN), function);
    }
}
