package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.security.Base32;
import dev.guildhall.core.security.Totp;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one database: what holds for people on one of them holds on the other. */
@Timeout(120)
class PeopleOnNodesIT {
    private static final String API = "/api/v1";
    private static final String BOB = "\"email\":\"bob@example.org\",\"password\":\"an unprinted donkey\"";
    private static final String EVE = "\"email\":\"eve@example.org\",\"password\":\"an unprinted donkey\"";

    private static ServerProcess start(Path folder, String database) {
        return Nodes.start(folder, database, Map.of("GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0"));
    }

    private static HttpResponse<String> post(Web web, RunningServer server, String path, String body) {
        return web.exchange("POST", server.root() + API + path, body);
    }

    private static int administers(Web web, RunningServer server) {
        return web.statusOf(server.root() + API + "/admin/settings");
    }

    private static HttpResponse<String> login(RunningServer server, String credentials) {
        return post(new Web(""), server, "/auth/login", "{" + credentials + "}");
    }

    /** The code that comes after the present one, which the server accepts too. */
    private static String nextCode(byte[] secret) {
        return Totp.code(secret, Totp.step(Instant.now()) + 1);
    }

    private static String secondStep(HttpResponse<String> refused, String code) {
        String challenge = refused.body().replaceFirst("(?s).*\"challenge\":\"([^\"]+)\".*", "$1");
        return "{\"challenge\":\"" + challenge + "\",\"code\":\"" + code + "\"}";
    }

    @Test
    void roles_invitations_and_second_factors_of_one_server_hold_on_the_other_and_after_its_restart(
            @TempDir Path folder) throws Exception {
        String database = TestPostgres.newAddress();
        CompletableFuture<ServerProcess> starting =
                CompletableFuture.supplyAsync(() -> start(folder.resolve("second"), database));
        try (ServerProcess first = start(folder.resolve("first"), database)) {
            Web ada = new Web(first.root() + API);
            ada.register();
            Web bob;
            byte[] secret;
            try (ServerProcess second = starting.get()) {
                JsonNode invitation = ada.post(
                        first.root() + API + "/admin/invitations",
                        "{\"email\":\"bob@example.org\",\"roles\":[\"admin\"]}");
                String token = invitation.get("url").asText().replaceFirst(".*[#=]", "");
                JsonNode registered = ada.post(
                        second.root() + API + "/auth/register", "{" + BOB + ",\"invitation\":\"" + token + "\"}");
                bob = Web.bearing(registered.get("accessToken").asText());
                assertThat(post(new Web(""), first, "/auth/register", "{" + EVE + ",\"invitation\":\"" + token + "\"}")
                                .statusCode())
                        .isEqualTo(403);
                assertThat(administers(bob, first)).isEqualTo(200);

                String account = first.root() + API + "/admin/users/"
                        + registered.get("userId").asText();
                Web known = bob;
                assertThat(ada.exchange("PATCH", account, "{\"roles\":[\"user\"]}")
                                .statusCode())
                        .isEqualTo(200);
                Nodes.requireInForce(() -> administers(known, second) != 200);

                bob = Web.bearing(ada.post(second.root() + API + "/auth/login", "{" + BOB + "}")
                        .get("accessToken")
                        .asText());
                secret = Base32.decode(bob.post(first.root() + API + "/auth/factors/totp", "{}")
                        .get("secret")
                        .asText());
                String code = Totp.code(secret, Totp.step(Instant.now()));
                assertThat(post(bob, second, "/auth/factors/totp/confirm", "{\"code\":\"" + code + "\"}")
                                .statusCode())
                        .isEqualTo(200);
                HttpResponse<String> asked = login(first, BOB);
                assertThat(asked.statusCode()).isEqualTo(401);
                assertThat(asked.body()).contains("SECOND_FACTOR_REQUIRED");
                String next = nextCode(secret);
                HttpResponse<String> again = login(second, BOB);
                assertThat(post(new Web(""), second, "/auth/login/second-factor", secondStep(asked, next))
                                .statusCode())
                        .isEqualTo(200);
                assertThat(post(new Web(""), first, "/auth/login/second-factor", secondStep(again, next))
                                .statusCode())
                        .isEqualTo(401);

                assertThat(ada.exchange(
                                        "PATCH",
                                        second.root() + API + "/admin/settings",
                                        "{\"requireSecondFactor\":\"everyone\"}")
                                .statusCode())
                        .isEqualTo(200);
                Nodes.requireInForce(() -> ada.statusOf(first.root() + API + "/profiles") == 403);
                assertThat(ada.statusOf(first.root() + API + "/auth/factors")).isEqualTo(200);
                assertThat(bob.statusOf(first.root() + API + "/profiles")).isEqualTo(200);
            }
            try (ServerProcess again = start(folder.resolve("second"), database)) {
                assertThat(ada.statusOf(again.root() + API + "/profiles")).isEqualTo(403);
                assertThat(bob.statusOf(again.root() + API + "/profiles")).isEqualTo(200);
                assertThat(login(again, BOB).body()).contains("SECOND_FACTOR_REQUIRED");
            }
        }
    }
}
