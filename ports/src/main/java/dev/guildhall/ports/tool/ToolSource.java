package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Optional;

/** Where a tool comes from. */
public enum ToolSource {
    /** Code in this process: a tool of Guildhall, or of the program that embeds the core. */
    IN_PROCESS("builtin"),
    /** Registered by a user. */
    REGISTRY("registry"),
    /** Imported from an MCP server. */
    MCP("mcp");

    private final String wireName;

    ToolSource(String wireName) {
        this.wireName = wireName;
    }

    /** The name in JSON: {@code builtin}, {@code registry}, {@code mcp}. */
    public String wireName() {
        return wireName;
    }

    /** The source of that name in JSON; empty when there is none. */
    public static Optional<ToolSource> fromWire(String name) {
        return Arrays.stream(values())
                .filter(source -> source.wireName.equals(name))
                .findFirst();
    }
}
