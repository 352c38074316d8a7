package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.net.OutboundHttp;
import java.time.InstantSource;

/**
 * What MCP servers are reached with.
 *
 * @param http the way to those elsewhere
 * @param clock tells how often a process was started of late, and how long nobody used a session
 */
public record McpDependencies(OutboundHttp http, InstantSource clock) {}
