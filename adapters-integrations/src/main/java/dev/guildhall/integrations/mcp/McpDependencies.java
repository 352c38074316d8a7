package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.net.OutboundHttp;
import java.time.InstantSource;

public record McpDependencies(OutboundHttp http, InstantSource clock) {}
