package dev.guildhall.ports.connection;

/** How the tools of an integration run. */
public enum IntegrationKind {
    /** Its tools run in this process. */
    IN_PROCESS("builtin"),
    /** Its tools send requests to an HTTP API. */
    HTTP("http"),
    /** Its tools send requests to an HTTP API that a document describes; users add it while the server runs. */
    OPENAPI("openapi"),
    /** Its tools run on a server with the Model Context Protocol. */
    MCP("mcp");

    private final String wireName;

    IntegrationKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name in JSON: {@code builtin}, {@code http}, {@code openapi}, {@code mcp}. */
    public String wireName() {
        return wireName;
    }
}
