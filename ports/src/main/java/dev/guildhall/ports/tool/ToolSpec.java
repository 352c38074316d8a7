package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/**
 * What a model must know to call a tool.
 *
 * @param name unique among the tools that a caller sees
 * @param description what it does and when to use it; read by models
 * @param parameters a JSON Schema of type {@code object}
 * @param source where it comes from
 */
public record ToolSpec(ToolName name, String description, Map<String, Object> parameters, ToolSource source) {
    public ToolSpec {
        parameters = JsonData.copy(parameters);
    }
}
