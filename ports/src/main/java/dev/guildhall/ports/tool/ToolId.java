package dev.guildhall.ports.tool;

import dev.guildhall.ports.Id;

/**
 * Identifies one version of one tool, {@code tool_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ToolId(String value) implements Id {
    public ToolId {
        Id.require("toolId", value);
    }
}
