package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one database, whose settings an administrator changes while they run. */
@Timeout(120)
class ChangedSettingsIT {
    private static final Duration IN_FORCE = Duration.ofSeconds(2);
    private static final int LOOK_MS = 50;
    private static final String STRANGER = "{\"email\":\"eve%d@example.org\",\"password\":\"an unprinted horse\"}";
    private static final String ADDRESS = "https://guildhall.example";

    private static ServerProcess start(Path folder, String database) {
        try {
            return ServerProcess.start(
                    Files.createDirectories(folder),
                    Map.of(
                            "GUILDHALL_DATA_DIR", folder.resolveSibling("data").toString(),
                            "GUILDHALL_DATABASE_URL", database,
                            "GUILDHALL_SECRET_KEY", Base64.getEncoder().encodeToString(new byte[32]),
                            "GUILDHALL_PORT", "0",
                            "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                            "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0",
                            "GUILDHALL_ADMIN_EMAILS", "ada@example.org",
                            "GUILDHALL_EMBEDDINGS", "off"));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void requireInForce(BooleanSupplier change) throws InterruptedException {
        Instant end = Instant.now().plus(IN_FORCE);
        while (!change.getAsBoolean()) {
            assertThat(Instant.now()).as("in force within 2 s").isBefore(end);
            Thread.sleep(LOOK_MS);
        }
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
                requireInForce(() -> registration(second, 2) == 403);
                requireInForce(() -> issuer(ada, second).equals(ADDRESS));
                requireInForce(() -> ada.get(second.root() + "/completion/api/models")
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
                requireInForce(() -> registration(first, 3) == 201);
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
