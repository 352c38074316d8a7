package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import java.util.Map;

/** Converts a reply to the result of a request. */
public final class Replies {
    private static final long INVALID_PARAMS = -32602;

    private Replies() {}

    /**
     * The result.
     *
     * @throws McpFault when there is none
     */
    public static Map<String, Object> result(Reply reply) throws McpFault {
        return switch (reply) {
            case Reply.Result(Map<String, Object> value) -> value;
            case Reply.Failed(long code, String message) ->
                throw new McpFault(
                        code == INVALID_PARAMS ? FailureKind.INVALID_ARGUMENTS : FailureKind.FAILED,
                        "the MCP server responded with the error " + code + ": " + message);
            case Reply.None(McpFault why) -> throw why;
        };
    }
}
