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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the protocol's own OAuth client signs in with nothing but the address. */
class OfficialOAuthClientIT {
    @TempDir
    private Path folder;

    @Test
    void it_signs_in_at_the_public_address() throws Exception {
        try (TestServer server = TestServer.start(parts -> parts.tools(new ArithmeticTools()))) {
            assertSignsIn(server, TestServer.ISSUER, "http://127.0.0.1:" + server.port());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void it_signs_in_at_the_address_that_it_was_given(String host) throws Exception {
        try (TestServer server = TestServer.startAnyAddress(parts -> parts.tools(new ArithmeticTools()))) {
            String origin = "http://" + host + ":" + server.port();

            assertSignsIn(server, origin, origin);
        }
    }

    /** It finds the documents, registers, signs in, calls a tool, and refreshes its token. */
    private void assertSignsIn(TestServer server, String address, String origin) throws Exception {
        Browser user = Browser.stranger(server.client());
        String cookie = Browser.COOKIE + "=" + user.key();
        try (NodeScript client = NodeScript.start(
                folder, "/mcp/oauth-client.cjs", "@modelcontextprotocol/sdk", address, origin, cookie)) {
            JsonNode seen = client.seen();

            assertThat(seen.at("/client/client_name").asText()).isEqualTo("SDK client");
            assertThat(seen.get("returned").asText())
                    .startsWith("http://127.0.0.1:7777/callback?")
                    .contains("state=state-of-the-client", "iss=" + OAuthPeer.encoded(address));
            assertThat(seen.get("tools")).extracting(JsonNode::asText).contains("builtin__double");
            assertThat(seen.at("/doubled/structuredContent/result").asInt()).isEqualTo(42);
            assertThat(seen.get("isNew").asBoolean()).isTrue();
        }
    }
}
