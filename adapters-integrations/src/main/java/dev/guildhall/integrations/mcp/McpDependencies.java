package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.net.OutboundHttp;
import java.time.InstantSource;

/** The dependencies of MCP endpoints. */
public record McpDependencies(OutboundHttp http, InstantSource clock) {}
