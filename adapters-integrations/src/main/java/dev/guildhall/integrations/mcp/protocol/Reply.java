package dev.guildhall.integrations.mcp.protocol;

import java.util.Map;

/** The outcome of a request. */
public sealed interface Reply {
    /** The server responded with a result. */
    record Result(Map<String, Object> value) implements Reply {}

    /** The server responded with an error (JSON-RPC 2.0, 5.1). */
    record Failed(long code, String message) implements Reply {}

    /** There is no response. */
    record None(McpFault why) implements Reply {}
}
