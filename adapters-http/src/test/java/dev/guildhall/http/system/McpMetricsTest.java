package dev.guildhall.http.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.telemetry.TracedMcpRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class McpMetricsTest {
    private static final Optional<URI> SERVER = Optional.of(URI.create("https://far.example/mcp"));

    private final Metrics metrics = new Metrics(Set.of(), "1.2.3");

    private void ended(
            TracedMcpRequest.Side side,
            String method,
            Optional<String> tool,
            Optional<URI> server,
            Optional<TracedMcpRequest.Failure> failure) {
        metrics.mcp()
                .ended(new TracedMcpRequest(
                        side,
                        Optional.empty(),
                        Optional.empty(),
                        Instant.EPOCH,
                        Duration.ofMillis(500),
                        method,
                        tool,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("2025-11-25"),
                        Optional.empty(),
                        server,
                        failure));
    }

    @Test
    void requests_to_servers_are_counted_by_method_tool_error_and_transport() {
        ended(TracedMcpRequest.Side.CLIENT, "tools/call", Optional.of("echo"), SERVER, Optional.empty());
        ended(
                TracedMcpRequest.Side.CLIENT,
                "tools/call",
                Optional.of("echo"),
                Optional.empty(),
                Optional.of(TracedMcpRequest.Failure.TOOL));

        assertThat(metrics.text())
                .contains(
                        "mcp_client_operation_duration_seconds_sum{error_type=\"\",gen_ai_tool_name=\"echo\",mcp_method_name=\"tools/call\",mcp_protocol_version=\"2025-11-25\",network_transport=\"tcp\"}"
                            + " 0.5")
                .contains("error_type=\"tool_error\",gen_ai_tool_name=\"echo\",mcp_method_name=\"tools/call\","
                        + "mcp_protocol_version=\"2025-11-25\",network_transport=\"pipe\"} 0.5");
    }

    @Test
    void requests_of_clients_have_no_label_that_clients_make_up() {
        ended(TracedMcpRequest.Side.SERVER, "tools/call", Optional.of("mine"), Optional.empty(), Optional.empty());
        ended(
                TracedMcpRequest.Side.SERVER,
                "made/up",
                Optional.empty(),
                Optional.empty(),
                Optional.of(TracedMcpRequest.Failure.of(-32601)));

        assertThat(metrics.text())
                .contains("mcp_server_operation_duration_seconds_sum{error_type=\"\",mcp_method_name=\"tools/call\","
                        + "mcp_protocol_version=\"2025-11-25\"} 0.5")
                .contains("mcp_server_operation_duration_seconds_sum{error_type=\"-32601\",mcp_method_name=\"other\"")
                .doesNotContain("mine")
                .doesNotContain("made/up");
    }
}
