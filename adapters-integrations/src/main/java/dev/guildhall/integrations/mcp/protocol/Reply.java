package dev.guildhall.integrations.mcp.protocol;

import java.util.Map;

/** What became of a question. */
public sealed interface Reply {
    /** The server answered. */
    record Result(Map<String, Object> value) implements Reply {}

    /** The server answered that it cannot (JSON-RPC 2.0, 5.1). */
    record Failed(long code, String message) implements Reply {}

    /** There will be no answer. */
    record None(McpFault why) implements Reply {}
}
