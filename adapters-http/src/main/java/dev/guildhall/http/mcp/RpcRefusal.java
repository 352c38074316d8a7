package dev.guildhall.http.mcp;

import dev.guildhall.http.error.ApiKeyMask;
import dev.guildhall.ports.JsonData;
import java.util.List;
import java.util.Map;

/** A message that the protocol itself refuses. It has no stack trace: it is a response, not a fault. */
final class RpcRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;

    private final int status;
    private final RpcCode code;
    private final transient Map<String, Object> data;

    private RpcRefusal(int status, RpcCode code, String message, Map<String, Object> data) {
        super(ApiKeyMask.in(message), null, false, false);
        this.status = status;
        this.code = code;
        this.data = JsonData.copy(data);
    }

    static RpcRefusal parseError(String message) {
        return new RpcRefusal(BAD_REQUEST, RpcCode.PARSE_ERROR, message, Map.of());
    }

    static RpcRefusal invalidRequest(String message) {
        return new RpcRefusal(BAD_REQUEST, RpcCode.INVALID_REQUEST, message, Map.of());
    }

    static RpcRefusal unknownMethod(String method) {
        return new RpcRefusal(OK, RpcCode.METHOD_NOT_FOUND, "Method not found: " + shortened(method), Map.of());
    }

    static RpcRefusal invalidParams(String message) {
        return new RpcRefusal(OK, RpcCode.INVALID_PARAMS, message, Map.of());
    }

    static RpcRefusal unknownTool(String name) {
        return invalidParams("Unknown tool: " + shortened(name));
    }

    static RpcRefusal unsupportedVersion(String requested) {
        List<String> supported = ProtocolVersion.names();
        return new RpcRefusal(
                BAD_REQUEST,
                RpcCode.UNSUPPORTED_VERSION,
                "MCP-Protocol-Version must be one of " + String.join(", ", supported),
                Map.of("supported", supported, "requested", shortened(ApiKeyMask.in(requested))));
    }

    static RpcRefusal ofHttp(int status, String message) {
        return new RpcRefusal(status, RpcCode.SERVER_ERROR, message, Map.of());
    }

    private static String shortened(String text) {
        int most = 128;
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    /** The status of the response when the refused message was the only one in its body. */
    int status() {
        return status;
    }

    RpcCode code() {
        return code;
    }

    Map<String, Object> data() {
        return data;
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
