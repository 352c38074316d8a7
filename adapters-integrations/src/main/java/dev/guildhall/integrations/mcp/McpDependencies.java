package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.net.OutboundHttp;
import java.time.InstantSource;

/**
 * The dependencies of MCP endpoints.
 *
 * @param http sends requests to other hosts
 * @param clock measures how often a process was started recently, and how long a session was idle
 */
public record McpDependencies(OutboundHttp http, InstantSource clock) {}
