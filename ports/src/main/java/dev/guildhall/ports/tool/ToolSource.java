package dev.guildhall.ports.tool;

import java.util.Locale;

/** Where a tool comes from. */
public enum ToolSource {
    /** Part of Guildhall. */
    BUILTIN,
    /** Registered by a user. */
    REGISTRY,
    /** Imported from an MCP server. */
    MCP;

    /** The name in JSON: {@code builtin}, {@code registry}, {@code mcp}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
