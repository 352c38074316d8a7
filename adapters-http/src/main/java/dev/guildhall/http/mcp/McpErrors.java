package dev.guildhall.http.mcp;

import dev.guildhall.http.authorization.AuthorizationAddresses;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.tool.ToolErrors;
import dev.guildhall.ports.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Maps problems to the HTTP errors of the MCP endpoint, for requests without a readable message: the statuses and codes
 * of the tool registry, in a JSON-RPC error without an identifier.
 */
public final class McpErrors implements ErrorForm {
    private static final int FAULT = 500;

    private static final ErrorForm LIKE = new ToolErrors();

    private final AuthorizationAddresses addresses;

    public McpErrors(AuthorizationAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public ErrorResponse of(Problem problem) {
        return LIKE.of(problem);
    }

    /** Names the document from which clients learn how to sign in (RFC 9728, 5.1). */
    @Override
    public String challenge(ErrorResponse answer, String address) {
        String fault = answer.code().equals("TOKEN_EXPIRED") ? ", error=\"invalid_token\"" : "";
        return "Bearer resource_metadata=\"" + addresses.of(address).resourceMetadata() + "\"" + fault;
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        RpcCode code = answer.status() == FAULT ? RpcCode.INTERNAL_ERROR : RpcCode.SERVER_ERROR;
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("code", answer.code());
        data.put("status", answer.status());
        data.put("requestId", requestId);
        data.putAll(answer.details());
        return RpcJson.error(RpcMessage.NO_ID, code, answer.message(), data);
    }
}
