package dev.guildhall.http.mcp;

/** The numbers of JSON-RPC errors. */
enum RpcCode {
    /** The body is not JSON. */
    PARSE_ERROR(-32700),
    /** The body is JSON and no message. */
    INVALID_REQUEST(-32600),
    /** Nothing of that name can be asked for. */
    METHOD_NOT_FOUND(-32601),
    /** What is asked for is not asked for in the right way. */
    INVALID_PARAMS(-32602),
    /** A fault of the server. */
    INTERNAL_ERROR(-32603),
    /** Something that the protocol has no number for. */
    SERVER_ERROR(-32000),
    /** A revision of the protocol that is not spoken here; clients of 2026-07-28 know it and begin again. */
    UNSUPPORTED_VERSION(-32022);

    private final int number;

    RpcCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
