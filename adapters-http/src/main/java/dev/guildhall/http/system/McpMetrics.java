package dev.guildhall.http.system;

import dev.guildhall.http.RequestLog;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.Set;

/**
 * Metrics of requests of the Model Context Protocol by the semantic conventions of OpenTelemetry (operation-8), and their
 * spans. The tools of imported servers have labels of their own, up to a limit; those of users have none.
 */
final class McpMetrics implements McpMeter {
    private static final int MOST_TOOLS = 200;
    private static final int MOST_ERRORS = 50;
    private static final double[] SECONDS = {.01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60, 120, 300};
    private static final Set<String> METHODS = Set.of(
            "initialize",
            "ping",
            "server/discover",
            "tools/list",
            "tools/call",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "resources/subscribe",
            "resources/unsubscribe",
            "completion/complete",
            "subscriptions/listen");

    private final LabelValues methods = new LabelValues(METHODS, 0);
    private final LabelValues tools = new LabelValues(Set.of(""), MOST_TOOLS);
    private final LabelValues errors = new LabelValues(Set.of(""), MOST_ERRORS);
    private final LabelValues versions =
            new LabelValues(Set.of("", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"), 0);
    private final RequestLog requestLog;
    private final Histogram client;
    private final Histogram server;

    McpMetrics(PrometheusRegistry registry, RequestLog requestLog) {
        this.requestLog = requestLog;
        client = CallMetrics.histogram(
                        "mcp_client_operation_duration_seconds",
                        "Duration of requests to MCP servers; error_type is empty for a success.")
                .labelNames(
                        "mcp_method_name",
                        "gen_ai_tool_name",
                        "error_type",
                        "mcp_protocol_version",
                        "network_transport")
                .classicUpperBounds(SECONDS)
                .register(registry);
        server = CallMetrics.histogram(
                        "mcp_server_operation_duration_seconds",
                        "Duration of requests of MCP clients; error_type is empty for a success.")
                .labelNames("mcp_method_name", "error_type", "mcp_protocol_version")
                .classicUpperBounds(SECONDS)
                .register(registry);
    }

    @Override
    public Optional<SpanContext> begin(Optional<SpanContext> parent) {
        return requestLog.span(parent);
    }

    @Override
    public void ended(TracedMcpRequest request) {
        String method = methods.find(request.method());
        String error =
                errors.add(request.failure().map(TracedMcpRequest.Failure::type).orElse(""));
        String version = versions.find(request.version().orElse(""));
        double seconds = CallMetrics.seconds(request.duration());
        switch (request.side()) {
            case CLIENT ->
                client.labelValues(
                                method,
                                tools.add(request.tool().orElse("")),
                                error,
                                version,
                                request.isPiped() ? "pipe" : "tcp")
                        .observe(seconds);
            case SERVER -> server.labelValues(method, error, version).observe(seconds);
        }
        requestLog.traced(request);
    }
}
