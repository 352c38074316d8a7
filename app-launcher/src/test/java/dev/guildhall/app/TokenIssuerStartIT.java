package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerStartIT {
    @TempDir
    private Path folder;

    @Test
    void an_issuer_that_is_down_keeps_neither_the_server_from_starting_nor_accounts_from_asking() throws Exception {
        try (InProcessServer server = InProcessServer.start(folder, settings("0", "http://127.0.0.1:9"))) {
            Web ada = new Web(server.address("account"));
            ada.register();
            String tools = server.address("tools") + "/tools";
            String models = server.address("completion") + "/api/models";

            assertThat(ada.statusOf(models)).isEqualTo(200);
            assertThat(statusOfStranger(models)).isEqualTo(503);
            assertThat(statusOfStranger(tools)).isEqualTo(401);
        }
    }

    @Test
    void an_issuer_of_our_own_name_is_refused() throws IOException {
        String port = freePort();
        MainRun failed = MainRun.of(folder, settings(port, "http://localhost:" + port));

        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.errorLines()).singleElement().asString().contains("GUILDHALL_TOKEN_ISSUER: must not be");
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    private static Map<String, String> settings(String port, String issuer) {
        return Map.of(
                "GUILDHALL_DATABASE_URL",
                "memory",
                "GUILDHALL_EMBEDDINGS",
                "off",
                "GUILDHALL_PORT",
                port,
                "GUILDHALL_TOKEN_ISSUER",
                issuer,
                "GUILDHALL_TOKEN_AUDIENCE",
                "llm");
    }

    /** With a token that names the issuer. */
    private static int statusOfStranger(String address) throws Exception {
        String token = encoded("{\"alg\":\"RS256\",\"kid\":\"a\"}") + "." + encoded("{\"iss\":\"http://127.0.0.1:9\"}")
                + ".AAAA";
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Authorization", "Bearer " + token)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
