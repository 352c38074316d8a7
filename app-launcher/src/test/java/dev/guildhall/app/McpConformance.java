package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guildhall.integrations.mcp.ConformanceClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official suite of the Model Context Protocol, against the gateway in front of a server that has what the suite asks for, and
 * against the importer.
 */
@Timeout(600)
class McpConformance {
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final Pattern FAILED = Pattern.compile("(?m)^✗ ([\\w/.-]+):");
    private static final Pattern PASSED = Pattern.compile("(?m)^✓ ([\\w/.-]+):");
    private static final Pattern NOT_SCORED = Pattern.compile("(?m)^  [✓✗] ([\\w/.-]+) \\(");
    private static final String MANIFEST = """
        {"name": "fixture", "version": "1.0.0", "displayName": "Fixture", "description": "The fixture.", "kind": "mcp",
         "roles": ["user"], "auth": {"type": "none"}, "mcp": {"url": "http://127.0.0.1:%d/mcp"}}
        """;

    @TempDir
    private Path folder;

    /** The three scenarios of the older revision use what the protocol has deprecated. */
    @ParameterizedTest
    @CsvSource({
        "2025-11-25, logging-set-level tools-call-with-logging tools-call-sampling, ping",
        "2026-07-28, '', json-schema-2020-12 http-header-validation http-custom-header-server-validation"
    })
    void the_gateway_passes_what_is_scored_and_more(String revision, String exempt, String more) throws Exception {
        try (NpmPrograms programs = NpmPrograms.in(folder);
                RunningServer server = server(folder, programs.serve("fixture.mjs"))) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            awaitTools(ada, server.root());
            Path token = Files.writeString(folder.resolve("token"), ada.token());
            int proxy = programs.serve("bearer-proxy.mjs", "0", server.root(), token.toString());

            String printed = programs.run(
                    folder,
                    Map.of(),
                    PATIENCE,
                    List.of(
                            programs.node(),
                            programs.module("@modelcontextprotocol/conformance/dist/index.js"),
                            "server",
                            "--url",
                            "http://127.0.0.1:" + proxy + "/mcp/fixture",
                            "--requirements",
                            revision,
                            "-o",
                            folder.resolve("results").toString()));

            assertThat(printed).contains("Not scored for " + revision);
            assertThat(failed(printed)).as(printed).isSubsetOf(exempt.split(" "));
            assertThat(all(PASSED, printed)).contains(more.split(" "));
        }
    }

    /** A server that has imported the suite's server, which listens on that port. */
    static RunningServer server(Path folder, int fixture) throws Exception {
        Path manifests = Files.createDirectories(folder.resolve("manifests"));
        Files.writeString(manifests.resolve("fixture.json"), MANIFEST.formatted(fixture));
        return InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL", "memory",
                        "GUILDHALL_PORT", "0",
                        "GUILDHALL_EMBEDDINGS", "off",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                        "GUILDHALL_EGRESS_ALLOW", "127.0.0.1",
                        "GUILDHALL_INTEGRATIONS_DIR", manifests.toString()));
    }

    static void awaitTools(Web ada, String root) throws InterruptedException {
        String integration = root + "/api/v1/integrations/fixture";
        for (int times = 0;
                times < 1_500 && ada.get(integration).path("toolCount").asInt() == 0;
                times++) {
            Thread.sleep(20);
        }
    }

    private static Set<String> failed(String printed) {
        Set<String> failed = all(FAILED, printed);
        failed.removeAll(all(NOT_SCORED, printed));
        return failed;
    }

    private static Set<String> all(Pattern pattern, String printed) {
        Set<String> names = new TreeSet<>();
        Matcher found = pattern.matcher(printed);
        while (found.find()) {
            names.add(found.group(1));
        }
        return names;
    }

    /** The suite starts a command for each scenario, all at once: each only passes its address on to this process. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void the_importer_passes_what_is_scored(String revision) throws Exception {
        HttpServer clients = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        clients.createContext("/", McpConformance::runClient);
        clients.setExecutor(command -> Thread.ofPlatform().start(command));
        clients.start();
        try (NpmPrograms programs = NpmPrograms.in(folder)) {
            Path command = Files.writeString(
                    folder.resolve("client.sh"),
                    "curl --silent --show-error --fail-with-body --header \"X-Server: $1\" --data-binary"
                            + " \"${MCP_CONFORMANCE_CONTEXT:-}\" http://127.0.0.1:"
                            + clients.getAddress().getPort());

            String printed = programs.run(
                    folder,
                    Map.of(),
                    PATIENCE,
                    List.of(
                            programs.node(),
                            programs.module("@modelcontextprotocol/conformance/dist/index.js"),
                            "client",
                            "--command",
                            "bash " + command,
                            "--requirements",
                            revision,
                            "-o",
                            folder.resolve("results").toString()));

            assertThat(printed).contains("SUMMARY");
            assertThat(failed(printed)).as(printed).isEmpty();
        } finally {
            clients.stop(0);
        }
    }

    private static void runClient(HttpExchange exchange) throws IOException {
        try (exchange) {
            String context = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int status = 200;
            byte[] said = new byte[0];
            try {
                ConformanceClient.run(URI.create(exchange.getRequestHeaders().getFirst("X-Server")), context);
            } catch (RuntimeException failed) {
                status = 500;
                said = failed.toString().getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(status, said.length == 0 ? -1 : said.length);
            exchange.getResponseBody().write(said);
        }
    }

    @Test
    void both_generations_of_the_official_client_use_it() throws Exception {
        try (NpmPrograms programs = NpmPrograms.in(folder);
                RunningServer server = server(folder, programs.serve("fixture.mjs"))) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            awaitTools(ada, server.root());
            Path token = Files.writeString(folder.resolve("token"), ada.token());

            String printed = programs.run(
                    folder,
                    Map.of(),
                    Duration.ofMinutes(1),
                    List.of(
                            programs.node(),
                            folder.resolve("clients.mjs").toString(),
                            server.root() + "/mcp/fixture",
                            token.toString()));

            assertThat(printed).doesNotContain("failure");
            assertThat(printed.lines())
                    .hasSize(4)
                    .allMatch(line -> line.contains("\"picture\":\"image\"") && line.contains("Ada"));
        }
    }
}
