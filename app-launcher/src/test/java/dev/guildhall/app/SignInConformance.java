package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of others that sign in at {@code /mcp}: the official suite, the clients of both generations, and the Inspector. */
@Timeout(300)
class SignInConformance {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String ANSWER = "This is a simple text response for testing.";

    @TempDir
    private Path folder;

    private NpmPrograms programs;
    private RunningServer server;
    private Web ada;
    private AllowingBrowser browser;

    @BeforeEach
    void start() throws Exception {
        programs = NpmPrograms.in(folder);
        server = McpConformance.server(folder, programs.serve("fixture.mjs"));
        ada = new Web(server.root() + "/api/v1");
        ada.register();
        McpConformance.awaitTools(ada, server.root());
        browser = AllowingBrowser.of(ada, server.root());
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        server.close();
        programs.close();
    }

    private String run(List<String> command, Map<String, String> environment) throws Exception {
        List<String> whole = new ArrayList<>(List.of(programs.node()));
        whole.addAll(command);
        return programs.run(folder, environment, PATIENCE, whole);
    }

    private String script(String name) {
        return folder.resolve(name).toString();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void the_authorization_server_passes_the_suite() throws Exception {
        int port = freePort();
        String id = ada.post(
                        server.root() + "/oauth/register",
                        "{\"client_name\":\"Suite\",\"redirect_uris\":[\"http://127.0.0.1:" + port + "/callback\"]}")
                .get("client_id")
                .asText();

        String printed = run(
                List.of(
                        script("authorize.mjs"),
                        browser.address(),
                        programs.module("@modelcontextprotocol/conformance/dist/index.js"),
                        "authorization",
                        "--url",
                        server.root(),
                        "--client-id",
                        id,
                        "--resource",
                        server.root() + "/mcp",
                        "-p",
                        String.valueOf(port)),
                Map.of());

        assertThat(printed)
                .contains("✓ authorization-server-metadata-endpoint: 2 passed, 0 failed")
                .contains("✓ authorization-code-grant: 1 passed, 0 failed");
    }

    /** The file of the token that the last client was granted. */
    private Path signedIn() throws Exception {
        Path token = folder.resolve("granted");
        String printed = run(
                List.of(
                        script("clients.mjs"),
                        server.root() + "/mcp/fixture",
                        "sign-in",
                        browser.address(),
                        token.toString()),
                Map.of());
        assertThat(printed).doesNotContain("failure");
        assertThat(printed.lines())
                .hasSize(4)
                .allMatch(line -> line.contains("\"signedIn\":true") && line.contains("Hello, Ada!"));
        return token;
    }

    /** With its defaults it speaks the older era. */
    private String inspector(List<String> before, String era, String... options) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                programs.module("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
                "--cli",
                "--server-url",
                server.root() + "/mcp/fixture",
                "--transport",
                "http",
                "--format",
                "json",
                "--protocol-era",
                era));
        command.addAll(List.of(options));
        return run(
                command,
                Map.of(
                        "HOME",
                        Files.createDirectories(folder.resolve("home")).toString(),
                        "MCP_INSPECTOR_SECRET_STORE",
                        "memory",
                        "MCP_AUTO_OPEN_ENABLED",
                        "true"));
    }

    @Test
    void both_generations_of_the_official_client_sign_in_and_the_inspector_uses_their_token() throws Exception {
        String header = "Authorization: Bearer " + Files.readString(signedIn());

        for (String era : List.of("legacy", "modern")) {
            assertThat(inspector(List.of(), era, "--stored-auth-only", "--header", header, "--method", "tools/list"))
                    .contains("\"name\":\"test_simple_text\"");
            assertThat(inspector(
                            List.of(),
                            era,
                            "--stored-auth-only",
                            "--header",
                            header,
                            "--method",
                            "tools/call",
                            "--tool-name",
                            "test_simple_text"))
                    .contains(ANSWER);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void the_inspector_lists_and_calls_with_a_key_and_signs_in_by_itself(String era) throws Exception {
        String key = ada.post(server.root() + "/api/v1/keys", "{\"name\":\"inspector\"}")
                .get("key")
                .asText();
        String header = "Authorization: Bearer " + key;
        String[] call = {"--method", "tools/call", "--tool-name", "test_simple_text"};

        assertThat(inspector(List.of(), era, "--stored-auth-only", "--header", header, "--method", "tools/list"))
                .contains("\"name\":\"test_simple_text\"");
        assertThat(inspector(
                        List.of(), era, "--stored-auth-only", "--header", header, call[0], call[1], call[2], call[3]))
                .contains(ANSWER);
        assertThat(inspector(
                        List.of(script("authorize.mjs"), browser.address()),
                        era,
                        "--callback-url",
                        "http://127.0.0.1:" + freePort() + "/oauth/callback",
                        call[0],
                        call[1],
                        call[2],
                        call[3]))
                .contains("Authorization complete")
                .contains(ANSWER);
    }
}
