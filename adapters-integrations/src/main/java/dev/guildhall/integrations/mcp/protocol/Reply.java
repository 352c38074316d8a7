package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerReply;
import java.util.Map;
import java.util.Optional;

public sealed interface Reply {
    long INVALID_PARAMS = -32602;

    record Result(Map<String, Object> value) implements Reply {}

    /** The server responded with an error (JSON-RPC 2.0, 5.1). */
    record Failed(long code, String message, Optional<Object> data) implements Reply {
        public McpFault fault() {
            return new McpFault(
                    code == INVALID_PARAMS ? FailureKind.INVALID_ARGUMENTS : FailureKind.FAILED,
                    "the MCP server responded with the error " + code + ": " + message);
        }
    }

    record None(McpFault why) implements Reply {}

    /** The result of the request; throws when there is none. */
    default Map<String, Object> result() throws McpFault {
        return switch (this) {
            case Result(Map<String, Object> value) -> value;
            case Failed failed -> throw failed.fault();
            case None(McpFault why) -> throw why;
        };
    }

    /** The response as it was sent; throws when there is none. */
    default ServerReply sent() throws McpFault {
        return switch (this) {
            case Result(Map<String, Object> value) -> new ServerReply.Result(value);
            case Failed(long code, String message, Optional<Object> data) ->
                new ServerReply.Refused(code, message, data);
            case None(McpFault why) -> throw why;
        };
    }
}
