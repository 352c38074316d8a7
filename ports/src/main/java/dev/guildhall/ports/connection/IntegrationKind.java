package dev.guildhall.ports.connection;

import java.util.Locale;

/** How the tools of an integration run. */
public enum IntegrationKind {
    /** Its tools run in this process. */
    BUILTIN,
    /** Its tools send requests to an HTTP API. */
    HTTP,
    /** Its tools run on a server with the Model Context Protocol. */
    MCP;

    /** The name in JSON: {@code builtin}, {@code http}, {@code mcp}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
