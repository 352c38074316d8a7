package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one database, whose settings an administrator changes while they run. */
@Timeout(120)
class ChangedSettingsIT {
    private static final String STRANGER = "{\"email\":\"eve%d@example.org\",\"password\":\"an unprinted horse\"}";
    private static final String ADDRESS = "https://guildhall.example";

    private static ServerProcess start(Path folder, String database) {
        return Nodes.start(folder, database, Map.of("GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0"));
    }

    private static HttpResponse<String> change(Web admin, RunningServer server, String settings) {
        return admin.exchange("PATCH", server.root() + "/api/v1/admin/settings", settings);
    }

    private static int registration(RunningServer server, int number) {
        return new Web("")
                .exchange("POST", server.root() + "/api/v1/auth/register", STRANGER.formatted(number))
                .statusCode();
    }

    private static String issuer(Web admin, RunningServer server) {
        JsonNode signedIn = admin.post(server.root() + "/api/v1/auth/login", Web.CREDENTIALS);
        String claims = signedIn.get("accessToken").asText().split("\\.")[1];
        return new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8)
                .replaceFirst(".*\"iss\":\"([^\"]*)\".*", "$1")
                .replace("\\/", "/");
    }

    @Test
    void a_change_on_one_server_is_in_force_on_the_other_and_after_its_restart(@TempDir Path folder) throws Exception {
        String database = TestPostgres.newAddress();
        CompletableFuture<ServerProcess> starting =
                CompletableFuture.supplyAsync(() -> start(folder.resolve("second"), database));
        try (ServerProcess first = start(folder.resolve("first"), database)) {
            Web ada = new Web(first.root() + "/api/v1");
            try (ServerProcess second = starting.get()) {
                ada.register();
                assertThat(registration(second, 1)).isEqualTo(201);
                assertThat(issuer(ada, second)).isEqualTo(second.root());

                ada.post(
                        first.root() + "/api/v1/admin/models",
                        "{\"name\":\"spare\",\"deployments\":[{\"provider\":\"demo\",\"model\":\"demo\"}]}");
                HttpResponse<String> changed = change(
                        ada,
                        first,
                        "{\"registration\":\"closed\",\"publicUrl\":\"" + ADDRESS
                                + "\",\"defaultModel\":\"spare\",\"retention\":{\"chats\":30}}");
                assertThat(changed.statusCode()).isEqualTo(200);
                Nodes.requireInForce(() -> registration(second, 2) == 403);
                Nodes.requireInForce(() -> issuer(ada, second).equals(ADDRESS));
                Nodes.requireInForce(() -> ada.get(second.root() + "/completion/api/models")
                        .path("defaultModel")
                        .asText()
                        .equals("spare"));
                // The token of before the change, which has the former issuer, stays valid on both.
                assertThat(ada.exchange("GET", second.root() + "/api/v1/auth/session", "")
                                .statusCode())
                        .isEqualTo(200);
                assertThat(ada.exchange("GET", first.root() + "/api/v1/auth/session", "")
                                .statusCode())
                        .isEqualTo(200);

                assertThat(change(ada, second, "{\"registration\":\"open\"}").statusCode())
                        .isEqualTo(200);
                Nodes.requireInForce(() -> registration(first, 3) == 201);
            }
            try (ServerProcess again = start(folder.resolve("second"), database)) {
                JsonNode settings = ada.get(again.root() + "/api/v1/admin/settings");
                assertThat(settings.get("registration").asText()).isEqualTo("open");
                assertThat(settings.get("publicUrl").asText()).isEqualTo(ADDRESS);
                assertThat(settings.at("/retention/chats").asInt()).isEqualTo(30);
                assertThat(issuer(ada, again)).isEqualTo(ADDRESS);
                assertThat(ada.get(again.root() + "/completion/api/models")
                                .path("defaultModel")
                                .asText())
                        .isEqualTo("spare");
            }
        }
    }
}
