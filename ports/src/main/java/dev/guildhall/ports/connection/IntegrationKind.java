package dev.guildhall.ports.connection;

import java.util.Locale;

/** How the tools of an integration run. */
public enum IntegrationKind {
    /** In this process. */
    BUILTIN,
    /** As requests to an HTTP API. */
    HTTP,
    /** On a server that speaks the Model Context Protocol. */
    MCP;

    /** The name on the wire: {@code builtin}, {@code http}, {@code mcp}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
