package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.IssuedKey;
import dev.guildhall.http.NodeScript;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the protocol's own client works with the server. */
class OfficialClientIT {
    private static final int PATIENCE_S = 60;
    private static final int MANY = 2 * McpMethods.PAGE;

    @TempDir
    private Path folder;

    @Test
    void it_lists_calls_fails_and_cancels_and_complains_of_nothing() throws Exception {
        try (McpFixture fixture = new McpFixture()) {
            Client.Person ada = fixture.stranger();
            IntStream.range(0, MANY).forEach(i -> fixture.register(ada, "acme.tool-%03d".formatted(i), "One of many."));
            String address = "http://127.0.0.1:" + fixture.server.port() + "/mcp";

            try (NodeScript client = NodeScript.start(
                    folder, "/mcp/client.cjs", "@modelcontextprotocol/sdk", address, ada.accessToken())) {
                boolean called = fixture.arithmetic.waiting.await(PATIENCE_S, TimeUnit.SECONDS);
                client.tell("cancel");
                JsonNode seen = client.seen();

                assertThat(called).isTrue();
                assertThat(fixture.arithmetic.interrupted.await(PATIENCE_S, TimeUnit.SECONDS))
                        .isTrue();
                assertConnected(seen);
                assertListed(seen);
                assertCalled(seen);
                assertFailed(seen);
            }
        }
    }

    @Test
    void it_resumes_a_broken_answer_and_learns_of_progress_and_of_new_tools() throws Exception {
        try (McpFixture fixture = new McpFixture()) {
            String origin = "http://127.0.0.1:" + fixture.server.port();
            String token = fixture.stranger().accessToken();

            try (NodeScript client =
                    NodeScript.start(folder, "/mcp/streams.cjs", "@modelcontextprotocol/sdk", origin, token)) {
                JsonNode seen = client.seen();

                assertThat(seen.at("/waited/structuredContent/waited").asBoolean())
                        .isTrue();
                assertThat(seen.get("progress")).hasSizeGreaterThanOrEqualTo(2);
                assertThat(seen.get("resumed")).isNotEmpty();
                assertThat(seen.get("registered").asInt()).isEqualTo(201);
                assertThat(seen.get("tools")).extracting(JsonNode::asText).contains("acme__new");
            }
        }
    }

    @Test
    void it_lists_and_calls_with_an_api_key_and_gets_401_once_the_key_is_revoked() throws Exception {
        try (McpFixture fixture = new McpFixture()) {
            IssuedKey key = IssuedKey.of(fixture.stranger());
            String origin = "http://127.0.0.1:" + fixture.server.port();

            try (NodeScript client = NodeScript.start(
                    folder,
                    "/mcp/key-client.cjs",
                    "@modelcontextprotocol/sdk",
                    origin + "/mcp",
                    key.secret(),
                    origin + key.path(),
                    key.owner().accessToken())) {
                JsonNode seen = client.seen();

                assertThat(seen.get("tools")).extracting(JsonNode::asText).contains("builtin__double");
                assertThat(Client.texts(seen, "doubled.structuredContent.result", "revoked"))
                        .containsExactly("42", "204");
                assertThat(List.of("refusedCall", "refusedList", "refusedConnection"))
                        .allSatisfy(call -> {
                            assertThat(seen.at("/" + call + "/code").asInt()).isEqualTo(401);
                            assertThat(seen.at("/" + call + "/message").asText())
                                    .contains("UNAUTHENTICATED")
                                    .doesNotContain(key.secret());
                        });
            }
        }
    }

    private static void assertConnected(JsonNode seen) {
        assertThat(seen.get("server").asText()).isEqualTo("guildhall");
        assertThat(seen.get("revision").asText()).isEqualTo("2025-11-25");
        assertThat(seen.get("session").asText()).isNotBlank();
        assertThat(seen.get("instructions").asText()).contains("search_tools");
        assertThat(seen.at("/stranger/error/code").asInt()).isEqualTo(401);
        // The response to a cancelled call may still arrive, and the client reports that it does not expect it.
        assertThat(seen.get("errors"))
                .filteredOn(error -> !error.asText().contains("unknown message ID"))
                .isEmpty();
    }

    private static void assertListed(JsonNode seen) {
        assertThat(seen.get("pages")).hasSize(3);
        assertThat(seen.at("/pages/0")).hasSize(2 + McpMethods.PAGE);
        assertThat(seen.at("/pages/1")).hasSize(McpMethods.PAGE);
        assertThat(seen.at("/pages/2").findValuesAsText("title")).contains("builtin.double");
        assertThat(seen.at("/pages/0/2/name").asText()).isEqualTo("acme__tool-000");
    }

    private static void assertCalled(JsonNode seen) {
        assertThat(seen.at("/success/result/structuredContent/result").asInt()).isEqualTo(42);
        assertThat(seen.at("/dotted/result/content/0/text").asText()).isEqualTo("{\"result\":42}");
        assertThat(seen.get("together"))
                .map(JsonNode::asInt)
                .isEqualTo(IntStream.range(0, 20).map(n -> 2 * n).boxed().toList());
    }

    private static void assertFailed(JsonNode seen) {
        assertThat(List.of("failure", "misfit", "unconnected"))
                .allSatisfy(call -> assertThat(
                                seen.at("/" + call + "/result/isError").asBoolean())
                        .isTrue());
        assertThat(seen.at("/misfit/result/content/0/text").asText()).contains("arguments.n: is required");
        assertThat(seen.at("/unknown/error/code").asInt()).isEqualTo(-32602);
        assertThat(seen.at("/resources/result/resources").isArray()).isTrue();
        assertThat(seen.at("/cancelled/error/message").asText()).contains("enough");
    }
}
