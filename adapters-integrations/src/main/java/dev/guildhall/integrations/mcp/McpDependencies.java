package dev.guildhall.integrations.mcp;

import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.ports.telemetry.McpMeter;
import java.time.InstantSource;

/** @param meter of the requests to servers */
public record McpDependencies(OutboundHttp http, InstantSource clock, McpMeter meter) {
    /** Without measurements. */
    public McpDependencies(OutboundHttp http, InstantSource clock) {
        this(http, clock, McpMeter.none());
    }
}
