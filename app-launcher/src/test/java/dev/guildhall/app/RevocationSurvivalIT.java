package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a response said was revoked stays revoked when the process is killed right after it, with its own PostgreSQL. */
@Timeout(240)
class RevocationSurvivalIT {
    private static final String PASSWORD = "an unprinted horse";

    /** A user with the tokens of one session. */
    private record Person(Web web, String userId, String refreshToken) {
        static Person of(JsonNode signedIn) {
            return new Person(
                    Web.bearing(signedIn.path("accessToken").asText()),
                    signedIn.path("userId").asText(),
                    signedIn.path("refreshToken").asText());
        }
    }

    private static Map<String, String> settings(Path folder) {
        return Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_ADMIN_EMAILS", "boss@example.org");
    }

    private static String credentials(String name) {
        return "{\"email\":\"" + name + "@example.org\",\"password\":\"" + PASSWORD + "\"}";
    }

    private static Person registered(RunningServer server, String name) {
        return Person.of(Web.bearing("").post(server.root() + "/api/v1/auth/register", credentials(name)));
    }

    private static HttpResponse<String> login(RunningServer server, String name) {
        return Web.bearing("").exchange("POST", server.root() + "/api/v1/auth/login", credentials(name));
    }

    private static int refreshed(RunningServer server, Person person) {
        return Web.bearing("")
                .exchange(
                        "POST",
                        server.root() + "/api/v1/auth/token/refresh",
                        "{\"refreshToken\":\"" + person.refreshToken() + "\"}")
                .statusCode();
    }

    private static void requireEnded(RunningServer server, Person person, String why) {
        assertThat(person.web().statusOf(server.root() + "/api/v1/auth/session"))
                .as(why)
                .isEqualTo(401);
        assertThat(refreshed(server, person)).as(why).isEqualTo(401);
    }

    private static void require(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    @Test
    void what_was_revoked_stays_revoked_after_a_kill(@TempDir Path folder) {
        ServerProcess first = ServerProcess.start(folder, settings(folder));
        String api = first.root() + "/api/v1";
        Person boss = registered(first, "boss");
        Person left = registered(first, "left");
        Person stolen = registered(first, "stolen");
        Person disabled = registered(first, "disabled");
        Person kept = registered(first, "kept");
        JsonNode key = kept.web().post(api + "/keys", "{\"name\":\"nightly\"}");
        Web owner = Person.of(Web.json(login(first, "stolen"))).web();
        String session =
                owner.get(api + "/auth/sessions").findValuesAsText("id").getLast();
        HttpResponse<String> opened =
                Web.bearing("").exchange("POST", first.root() + "/api/session", credentials("kept"));
        String cookie = opened.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");

        require(Web.bearing("").exchange("DELETE", first.root() + "/api/session", "", "Cookie", cookie), 204);
        require(kept.web().exchange("DELETE", api + "/keys/" + key.path("id").asText(), ""), 204);
        require(owner.exchange("DELETE", api + "/auth/sessions/" + session, ""), 204);
        require(left.web().exchange("POST", api + "/auth/logout", ""), 204);
        require(boss.web().exchange("PATCH", api + "/admin/users/" + disabled.userId(), "{\"disabled\":true}"), 200);
        first.kill();

        try (ServerProcess second = ServerProcess.start(folder, settings(folder))) {
            requireEnded(second, left, "signed out");
            requireEnded(second, stolen, "revoked from another session");
            requireEnded(second, disabled, "disabled by an admin");
            assertThat(login(second, "disabled").statusCode()).isEqualTo(401);
            assertThat(Web.bearing(key.path("key").asText()).statusOf(second.root() + "/api/v1/tasks"))
                    .isEqualTo(401);
            require(Web.bearing("").exchange("GET", second.root() + "/api/session", "", "Cookie", cookie), 401);
            assertThat(kept.web().statusOf(second.root() + "/api/v1/auth/session"))
                    .isEqualTo(200);
        }
    }
}
