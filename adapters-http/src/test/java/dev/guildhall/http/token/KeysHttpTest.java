package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeysHttpTest {
    private static final String KEYS = "/api/v1/auth/keys";
    private static final String ROTATE = "/api/v1/auth/keys/rotate";
    private static final String SESSION = "/api/v1/auth/session";
    private static final String PUBLISHED = "/.well-known/jwks.json";
    /** Longer than a node believes that a key signs. */
    private static final Duration NOTICED = Duration.ofSeconds(11);

    private final ManualTicker time = new ManualTicker(Sample.NOW);

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(time));

    @BeforeAll
    void start() {
        server.client().register(TestServer.ADMIN);
    }

    private Client adminNow() {
        Client.Answer answer = server.client()
                .post(
                        "/api/v1/auth/login",
                        "{\"email\":\"" + TestServer.ADMIN + "\",\"password\":\"correct horse battery\"}");
        return server.client().bearing(answer.text("accessToken"));
    }

    private static String keyOf(String token) {
        try {
            return Json.MAPPER
                    .readTree(Base64.getUrlDecoder().decode(token.split("\\.")[0]))
                    .get("kid")
                    .asText();
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static List<String> texts(Client.Answer answer, String field) {
        return answer.json().get("keys").findValuesAsText(field);
    }

    @Test
    void tokens_of_before_work_after_two_rotations_and_the_key_set_has_all_keys() {
        Client.Person early = server.client().stranger();

        Client.Answer first = adminNow().post(ROTATE, "");
        time.advance(NOTICED);
        Client.Person between = server.client().stranger();
        Client.Answer second = adminNow().post(ROTATE, "");
        time.advance(NOTICED);
        Client.Person late = server.client().stranger();

        assertThat(List.of(first.status(), second.status())).containsOnly(200);
        assertThat(keyOf(between.accessToken())).isEqualTo(first.text("keys.1.kid"));
        assertThat(keyOf(late.accessToken())).isEqualTo(second.text("keys.1.kid"));
        assertThat(first.text("keys.0.kid")).isEqualTo(second.text("keys.1.kid"));
        assertThat(List.of(early, between, late))
                .extracting(Client.Person::accessToken)
                .extracting(KeysHttpTest::keyOf)
                .doesNotHaveDuplicates();
        assertThat(List.of(early, between, late))
                .allSatisfy(person ->
                        assertThat(person.client().get(SESSION).status()).isEqualTo(200));
        assertThat(texts(server.client().get(PUBLISHED), "kid"))
                .containsExactlyInAnyOrderElementsOf(texts(second, "kid"))
                .contains(keyOf(early.accessToken()));
    }

    @Test
    void an_admin_sees_each_key_with_its_times_and_nothing_that_signs() {
        adminNow().post(ROTATE, "");
        time.advance(NOTICED);

        Client.Answer answer = adminNow().get(KEYS);

        JsonNode keys = answer.json().get("keys");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(keys.findValuesAsText("status")).startsWith("next", "active", "retired");
        assertThat(keys.get(0).get("activeFrom").isNull()).isTrue();
        assertThat(keys.get(0).get("retiredAt").isNull()).isTrue();
        assertThat(keys.get(1).get("retiredAt").isNull()).isTrue();
        assertThat(keys.get(2).get("retiredAt").asText())
                .isEqualTo(keys.get(1).get("activeFrom").asText());
        assertThat(keys.get(0).properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("kid", "status", "createdAt", "activeFrom", "retiredAt");
    }

    @Test
    void a_member_is_403_and_a_stranger_401_and_nothing_is_rotated() {
        Client member = server.client().stranger().client();
        Client.Answer before = adminNow().get(KEYS);

        Client.Answer seen = member.get(KEYS);
        Client.Answer rotated = member.post(ROTATE, "");
        Client.Answer anonymous = server.client().post(ROTATE, "");

        assertThat(List.of(seen, rotated))
                .extracting(answer -> answer.status() + " " + answer.text("error.code"))
                .containsOnly("403 INSUFFICIENT_PERMISSIONS");
        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(server.client().get(KEYS).status()).isEqualTo(401);
        assertThat(adminNow().get(KEYS).body()).isEqualTo(before.body());
    }

    @Test
    void a_refresh_after_a_rotation_is_signed_with_the_new_key() {
        Client.Person person = server.client().stranger();
        Client.Answer rotated = adminNow().post(ROTATE, "");
        time.advance(NOTICED);

        Client.Answer refreshed = server.client()
                .post("/api/v1/auth/token/refresh", "{\"refreshToken\":\"" + person.refreshToken() + "\"}");

        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(keyOf(refreshed.text("accessToken"))).isEqualTo(rotated.text("keys.1.kid"));
    }
}
