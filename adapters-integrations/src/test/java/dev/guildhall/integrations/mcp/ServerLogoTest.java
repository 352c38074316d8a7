package dev.guildhall.integrations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.stdio.StdioFixture;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The logo of a server is of the icons that it names in either era of the protocol. */
class ServerLogoTest {
    private static final String GIF = "R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";
    private static final List<Map<String, String>> PICTURE = List.of(Map.of("src", "data:image/gif;base64," + GIF));

    @AutoClose
    private final Host host = new Host();

    @AutoClose
    private final Loopback other = new Loopback();

    /** A server with an MCP endpoint, which answers what {@link #answering} says, and other paths. */
    private static final class Host implements AutoCloseable {
        private final HttpServer server;
        private final AtomicInteger icons = new AtomicInteger();
        private volatile Function<Map<?, ?>, Loopback.Answer> answering = asked -> Loopback.Answer.json(500, "{}");

        Host() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            server.createContext("/mcp", exchange -> {
                Map<?, ?> asked = (Map<?, ?>)
                        McpJson.read(exchange.getRequestBody().readAllBytes()).orElse(Map.of());
                send(exchange, answering.apply(asked));
            });
            server.createContext("/icon.svg", exchange -> {
                icons.incrementAndGet();
                send(exchange, new Loopback.Answer(200, "image/png", "<svg onload='alert(1)'/>"));
            });
            server.start();
        }

        private static void send(HttpExchange exchange, Loopback.Answer answer) throws IOException {
            try (exchange) {
                byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", answer.contentType());
                exchange.sendResponseHeaders(answer.status(), body.length);
                exchange.getResponseBody().write(body);
            }
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static McpEndpoint endpoint(Host host, EgressRules rules) {
        OutboundHttp http = new OutboundHttp(rules, _ -> {}, InstantSource.fixed(Sample.NOW));
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Http(URI.create(host.address() + "/mcp"), Map.of(), Optional.empty()),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20));
        return new McpEndpoint(
                StdioFixture.integration("remote"),
                Optional.empty(),
                options,
                new McpDependencies(http, InstantSource.fixed(Sample.NOW)));
    }

    /** A server of either era that names these icons for itself and for its one tool. */
    private void names(boolean isNewer, Object ofServer, Object ofTool) {
        Map<String, Object> server = Map.of("name", "s", "version", "1", "icons", ofServer);
        Map<String, Object> tool = Map.of("name", "t", "inputSchema", Map.of("type", "object"), "icons", ofTool);
        Map<String, Object> capabilities = Map.of("tools", Map.of());
        host.answering = asked -> {
            Map<String, Object> result = switch (String.valueOf(asked.get("method"))) {
                case "server/discover" ->
                    Map.of(
                            "resultType",
                            "complete",
                            "supportedVersions",
                            List.of("2026-07-28"),
                            "capabilities",
                            capabilities,
                            "_meta",
                            Map.of("io.modelcontextprotocol/serverInfo", server));
                case "initialize" ->
                    Map.of(
                            "protocolVersion", "2025-11-25",
                            "capabilities", capabilities,
                            "serverInfo", server);
                case "tools/list" ->
                    Map.of("resultType", "complete", "tools", List.of(tool), "ttlMs", 0, "cacheScope", "public");
                default -> Map.of();
            };
            boolean isUnknown = !isNewer && "server/discover".equals(asked.get("method"));
            Map<String, Object> answer = isUnknown
                    ? ScriptedServer.error(asked.get("id"), -32601, "unknown")
                    : ScriptedServer.result(
                            Optional.<Object>ofNullable(asked.get("id")).orElse(0), result);
            return Loopback.Answer.json(isUnknown ? 404 : 200, Json.text(answer));
        };
    }

    private Optional<IntegrationLogo> logo() {
        try (McpEndpoint endpoint =
                endpoint(host, EgressRules.parse("127.0.0.1").withoutRedirectsInside())) {
            assertThat(endpoint.tools(Optional.empty())).hasSize(1);
            return endpoint.logo();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_logo_is_an_icon_of_the_server_or_else_of_a_tool(boolean isNewer) {
        names(isNewer, PICTURE, List.of());
        assertThat(logo()).contains(new IntegrationLogo("image/gif", GIF, Sample.NOW));

        names(isNewer, List.of(), PICTURE);
        assertThat(logo()).contains(new IntegrationLogo("image/gif", GIF, Sample.NOW));

        names(isNewer, "none", 7);
        assertThat(logo()).isEmpty();
    }

    @Test
    void an_icon_that_is_a_script_is_no_logo_and_the_tools_are_listed_all_the_same() {
        names(false, List.of(Map.of("src", host.address() + "/icon.svg", "mimeType", "image/png")), List.of());

        assertThat(logo()).isEmpty();
        assertThat(host.icons).hasValue(1);
    }

    @Test
    void a_server_does_not_name_an_icon_at_another_inside_address_though_the_operator_allows_it() {
        other.on("/icon", (_, _) -> new Loopback.Answer(200, "image/gif", "GIF89a"));
        names(false, List.of(Map.of("src", other.address() + "/icon")), List.of());

        assertThat(logo()).isEmpty();
        assertThat(other.calls("/icon")).isZero();
    }
}
