package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OAuthStartIT {
    @TempDir
    private Path folder;

    @Test
    void a_provider_that_is_down_does_not_keep_the_server_from_starting() {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_OAUTH_GITHUB_CLIENT_ID", "at github",
                "GUILDHALL_OAUTH_GITHUB_CLIENT_SECRET", "secret at github",
                "GUILDHALL_OAUTH_CORP_ISSUER", "http://127.0.0.1:9",
                "GUILDHALL_OAUTH_CORP_CLIENT_ID", "at corp",
                "GUILDHALL_ALLOWED_REDIRECTS", "https://app.example/in");
        try (InProcessServer server = InProcessServer.start(folder, settings)) {
            Web web = new Web(server.address("account"));
            String oauth = server.address("account") + "/auth/oauth";
            String github = oauth + "/github/authorize?redirectUri=https://app.example/";

            JsonNode providers = web.get(oauth + "/providers").get("providers");
            JsonNode begun = web.get(github + "in/back");

            assertThat(providers.findValuesAsText("name")).containsExactly("corp", "github");
            assertThat(begun.get("authorizationUrl").asText())
                    .startsWith("https://github.com/login/oauth/authorize?")
                    .contains("client_id=at+github")
                    .doesNotContain("secret");
            assertThat(web.statusOf(github + "out")).isEqualTo(422);
            assertThat(web.statusOf(oauth + "/github/authorize?redirectUri=" + server.root() + "/api/session/oauth/x"))
                    .isEqualTo(200);
            assertThat(web.statusOf(oauth + "/corp/authorize?redirectUri=https://app.example/in"))
                    .isEqualTo(502);
        }
    }

    @Test
    @Timeout(120)
    void a_token_endpoint_on_another_host_is_warned_of_at_the_start_and_a_silent_provider_does_not_delay_it()
            throws Exception {
        HttpServer corp = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String issuer = "http://127.0.0.1:" + corp.getAddress().getPort();
        corp.createContext("/.well-known/openid-configuration", exchange -> {
            byte[] document = """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"http://elsewhere.example/token",
                "jwks_uri":"%1$s/keys","subject_types_supported":["public"],"response_types_supported":["code"],
                "id_token_signing_alg_values_supported":["RS256"]}
                """.formatted(issuer).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, document.length);
            exchange.getResponseBody().write(document);
            exchange.close();
        });
        corp.start();
        InProcessServer server;
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            server = InProcessServer.start(
                    folder,
                    Map.of(
                            "GUILDHALL_DATABASE_URL", "memory",
                            "GUILDHALL_PORT", "0",
                            "GUILDHALL_EMBEDDINGS", "off",
                            "GUILDHALL_OAUTH_CORP_ISSUER", issuer,
                            "GUILDHALL_OAUTH_CORP_CLIENT_ID", "at corp",
                            "GUILDHALL_OAUTH_CORP_CLIENT_SECRET", "secret at corp",
                            "GUILDHALL_OAUTH_ACME_ISSUER", "http://127.0.0.1:" + silent.getLocalPort(),
                            "GUILDHALL_OAUTH_ACME_CLIENT_ID", "at acme"));
            // Ready while it waits for this one.
            silent.accept().close();
            while (!server.logged().contains("gets the client secret")
                    || !server.logged().contains("provider acme")) {
                Thread.yield();
            }
            server.close();
        } finally {
            corp.stop(0);
        }

        assertThat(server.logged().lines().filter(line -> line.contains("gets the client secret")))
                .singleElement()
                .asString()
                .contains("WARN", "corp", "elsewhere.example")
                .doesNotContain("secret at corp");
        assertThat(server.logged().lines().filter(line -> line.contains("WARN") && line.contains("provider acme")))
                .hasSize(1);
    }
}
