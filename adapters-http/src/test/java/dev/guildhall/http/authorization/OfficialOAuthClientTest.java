package dev.guildhall.http.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.NodeScript;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.mcp.ArithmeticTools;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the protocol's own OAuth client signs in with nothing but the address. */
class OfficialOAuthClientTest {
    @TempDir
    private Path folder;

    @Test
    void it_finds_registers_signs_in_calls_and_refreshes() throws Exception {
        try (TestServer server = TestServer.start(parts -> parts.tools(new ArithmeticTools()))) {
            server.core().imports().local();
            Browser user = Browser.stranger(server.client());
            String origin = "http://127.0.0.1:" + server.port();

            try (NodeScript client = NodeScript.start(
                    folder,
                    "/mcp/oauth-client.cjs",
                    "@modelcontextprotocol/sdk",
                    TestServer.ISSUER,
                    origin,
                    Browser.COOKIE + "=" + user.key())) {
                JsonNode seen = client.seen();

                assertThat(seen.at("/client/client_name").asText()).isEqualTo("SDK client");
                assertThat(seen.get("returned").asText())
                        .startsWith("http://127.0.0.1:7777/callback?")
                        .contains("state=state-of-the-client", "iss=http%3A%2F%2Fguildhall.test");
                assertThat(seen.get("tools")).extracting(JsonNode::asText).contains("builtin__double");
                assertThat(seen.at("/doubled/structuredContent/result").asInt()).isEqualTo(42);
                assertThat(seen.get("isNew").asBoolean()).isTrue();
            }
        }
    }
}
