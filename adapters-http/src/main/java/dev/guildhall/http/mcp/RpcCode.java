package dev.guildhall.http.mcp;

enum RpcCode {
    PARSE_ERROR(-32700),
    INVALID_REQUEST(-32600),
    METHOD_NOT_FOUND(-32601),
    INVALID_PARAMS(-32602),
    INTERNAL_ERROR(-32603),
    /** An error for which the protocol has no code of its own. */
    SERVER_ERROR(-32000),
    /** A header is missing, or differs from the body. */
    HEADER_MISMATCH(-32020),
    /** The protocol revision is not supported; clients of 2026-07-28 know this code and choose another revision. */
    UNSUPPORTED_VERSION(-32022);

    private final int number;

    RpcCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
