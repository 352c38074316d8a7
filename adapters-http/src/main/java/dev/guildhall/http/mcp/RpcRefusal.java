package dev.guildhall.http.mcp;

import dev.guildhall.http.error.ApiKeyMask;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A message that the protocol itself refuses. It has no stack trace: it is a response, not a fault. */
final class RpcRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    /** The codes of errors that the newer era answers with 400. */
    private static final Set<Long> BAD_REQUESTS = Set.of(-32020L, -32021L, -32022L);

    private final int status;
    private final long code;
    private final transient Object data;

    private RpcRefusal(int status, RpcCode code, String message, Map<String, Object> data) {
        this(status, code.number(), message, data);
    }

    private RpcRefusal(int status, long code, String message, Object data) {
        super(ApiKeyMask.in(message), null, false, false);
        this.status = status;
        this.code = code;
        this.data = JsonData.copyValue(data);
    }

    /** The error of an imported server, as it was sent. */
    static RpcRefusal ofServer(ServerReply.Refused error, boolean isNewer) {
        boolean isOfRequest = isNewer && BAD_REQUESTS.contains(error.code());
        return new RpcRefusal(
                isOfRequest ? BAD_REQUEST : OK,
                error.code(),
                HiddenCharacters.escaped(error.message()),
                HiddenCharacters.escapedData(error.data().orElse(Map.of())));
    }

    static RpcRefusal headerMismatch(String message) {
        return new RpcRefusal(BAD_REQUEST, RpcCode.HEADER_MISMATCH, message, Map.of());
    }

    /** The same refusal with the status that the newer era has for it. */
    RpcRefusal inNewerEra() {
        return code == RpcCode.METHOD_NOT_FOUND.number() ? new RpcRefusal(NOT_FOUND, code, message(), data) : this;
    }

    /** The same refusal, of a request that is malformed as a whole. */
    RpcRefusal ofBadRequest() {
        return new RpcRefusal(BAD_REQUEST, code, message(), data);
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

    static RpcRefusal unknownResource(String address) {
        return new RpcRefusal(
                OK, RpcCode.INVALID_PARAMS, "Resource not found", Map.of("uri", shortened(ApiKeyMask.in(address))));
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

    long code() {
        return code;
    }

    Object data() {
        return data;
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
