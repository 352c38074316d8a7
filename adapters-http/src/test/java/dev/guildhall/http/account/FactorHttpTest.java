package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.security.Base32;
import dev.guildhall.core.security.Totp;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.secrets.Secrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FactorHttpTest {
    private static final String FACTORS = "/api/v1/auth/factors";
    private static final String LOGIN = "/api/v1/auth/login";
    private static final String SECOND = "/api/v1/auth/login/second-factor";
    private static final String PASSWORD = "{\"password\":\"correct horse battery\"}";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client anonymous = server.client();
    private final Client.Person admin = anonymous.register(TestServer.ADMIN);

    /** What an authenticator application knows, and the recovery codes. */
    private record Device(Client.Person person, String id, String secret, List<String> recovery) {
        String code(int stepsLater) {
            return Totp.code(Base32.decode(secret), Totp.step(Instant.now()) + stepsLater);
        }

        String wrong() {
            return "%06d".formatted((Integer.parseInt(code(0)) + 1) % 1_000_000);
        }
    }

    private static Device device(Client.Person person) {
        Client.Answer made = person.client().post(FACTORS + "/totp", "");
        assertThat(made.status()).isEqualTo(201);
        Device fresh = new Device(person, made.text("id"), made.text("secret"), List.of());
        Client.Answer confirmed =
                person.client().post(FACTORS + "/totp/confirm", "{\"code\":\"" + fresh.code(-1) + "\"}");
        assertThat(confirmed.status()).as(confirmed.body()).isEqualTo(200);
        List<String> codes = new ArrayList<>();
        confirmed.json().get("recoveryCodes").forEach(code -> codes.add(code.asText()));
        // No log of any test may contain them.
        Secrets.OF_THIS_RUN.add("key of an authenticator", fresh.secret());
        codes.forEach(code -> Secrets.OF_THIS_RUN.add("recovery code", code));
        return new Device(person, fresh.id(), fresh.secret(), codes);
    }

    private String challenge(Client.Person person) {
        Client.Answer first = anonymous.post(LOGIN, Browser.credentials(person.email()));
        assertThat(first.error()).isEqualTo("401 SECOND_FACTOR_REQUIRED");
        assertThat(first.json().at("/error/details/options").isNull()).isTrue();
        return first.json().at("/error/details/challenge").asText();
    }

    private Client.Answer second(String challenge, String code) {
        return anonymous.post(SECOND, "{\"challenge\":\"" + challenge + "\",\"code\":\"" + code + "\"}");
    }

    @Test
    void a_sign_in_needs_a_code_which_is_good_once() {
        Device device = device(anonymous.stranger());
        String challenge = challenge(device.person());
        String again = challenge(device.person());
        String code = device.code(0);

        assertThat(device.recovery()).hasSize(10).doesNotHaveDuplicates();
        assertThat(second(challenge, device.wrong()).error()).isEqualTo("401 INVALID_CREDENTIALS");
        Client.Answer signedIn = second(challenge, code);
        assertThat(signedIn.status()).isEqualTo(200);
        assertThat(anonymous
                        .bearing(signedIn.text("accessToken"))
                        .get("/api/v1/auth/session")
                        .status())
                .isEqualTo(200);
        assertThat(second(challenge, device.code(1)).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(second(again, code).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(second(again, device.code(1)).status()).isEqualTo(200);
        assertThat(second("unknown", device.code(1)).error()).isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void a_recovery_code_is_good_once_in_any_spelling() {
        Device device = device(anonymous.stranger());
        String code = device.recovery().getFirst();

        assertThat(second(challenge(device.person()), code.toUpperCase().replace("-", " "))
                        .status())
                .isEqualTo(200);
        assertThat(second(challenge(device.person()), code).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(device.person()
                        .client()
                        .get(FACTORS)
                        .json()
                        .get("recoveryCodes")
                        .asInt())
                .isEqualTo(9);
        Client.Answer renewed = device.person().client().post(FACTORS + "/recovery-codes", PASSWORD);
        assertThat(renewed.json().get("recoveryCodes")).hasSize(10);
        assertThat(second(challenge(device.person()), device.recovery().get(1)).status())
                .isEqualTo(401);
        assertThat(device.person()
                        .client()
                        .post(FACTORS + "/recovery-codes", "{\"password\":\"wrong password\"}")
                        .error())
                .isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void an_account_has_one_application_which_a_right_code_confirms_and_the_password_removes() {
        Client.Person ada = anonymous.stranger();
        Client.Answer first = ada.client().post(FACTORS + "/totp", "");
        assertThat(ada.client()
                        .post(FACTORS + "/totp/confirm", "{\"code\":\"000000\"}")
                        .status())
                .isEqualTo(422);
        assertThat(ada.client().get(FACTORS).json().get("factors")).isEmpty();
        assertThat(anonymous.post(LOGIN, Browser.credentials(ada.email())).status())
                .isEqualTo(200);
        Device device = device(ada);

        assertThat(first.text("uri"))
                .startsWith("otpauth://totp/Guildhall:")
                .contains("secret=" + first.text("secret"));
        JsonNode listed = ada.client().get(FACTORS).json();
        assertThat(listed.at("/factors/0/id").asText()).isEqualTo(device.id());
        assertThat(listed.at("/factors/0/kind").asText()).isEqualTo("totp");
        assertThat(listed.get("required").asBoolean()).isFalse();
        assertThat(ada.client().post(FACTORS + "/totp", "").status()).isEqualTo(409);
        assertThat(ada.client()
                        .send("DELETE", FACTORS + "/" + device.id(), "{}")
                        .status())
                .isEqualTo(422);
        assertThat(ada.client()
                        .send("DELETE", FACTORS + "/" + device.id(), PASSWORD)
                        .status())
                .isEqualTo(204);
        assertThat(anonymous.post(LOGIN, Browser.credentials(ada.email())).status())
                .isEqualTo(200);
        assertThat(ada.client().get(FACTORS).json().get("recoveryCodes").asInt())
                .isZero();
    }

    @Test
    void an_admin_removes_the_factors_of_a_user_who_has_lost_them() {
        Device device = device(anonymous.stranger());
        String path = "/api/v1/admin/users/" + device.person().userId() + "/factors";

        assertThat(device.person().client().delete(path).status()).isEqualTo(403);
        assertThat(admin.client().delete(path).status()).isEqualTo(204);
        assertThat(anonymous
                        .post(LOGIN, Browser.credentials(device.person().email()))
                        .status())
                .isEqualTo(200);
        assertThat(admin.client().delete("/api/v1/admin/users/usr_none/factors").status())
                .isEqualTo(404);
    }

    @Test
    void the_web_application_asks_for_the_second_step_too() {
        Device device = device(anonymous.stranger());

        Client.Answer first = anonymous.post(
                "/api/session", Browser.credentials(device.person().email()));
        Client.Answer wrong = anonymous.post(
                "/api/session/second-factor",
                "{\"challenge\":\"" + first.text("challenge") + "\",\"code\":\"" + device.wrong() + "\"}");
        Client.Answer right = anonymous.post(
                "/api/session/second-factor",
                "{\"challenge\":\"" + first.text("challenge") + "\",\"code\":\"" + device.code(0) + "\"}");

        assertThat(first.status()).isEqualTo(401);
        assertThat(first.text("code")).isEqualTo("SECOND_FACTOR_REQUIRED");
        assertThat(first.json().get("methods")).hasSize(2);
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.json().has("code")).isFalse();
        assertThat(right.status()).isEqualTo(200);
        assertThat(right.header("Set-Cookie")).contains("guildhall_session=");
    }

    @Test
    void wrong_codes_are_limited_and_then_a_right_one_is_too() {
        Device device = device(anonymous.stranger());
        String challenge = challenge(device.person());
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            statuses.add(second(challenge, device.wrong()).status());
        }

        assertThat(statuses.subList(0, 5)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(second(challenge, device.code(0)).status()).isEqualTo(429);
    }

    @Test
    void guessed_recovery_codes_are_limited_for_the_account_whatever_the_challenge() {
        Device device = device(anonymous.stranger());
        List<String> challenges = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            challenges.add(challenge(device.person()));
        }

        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            statuses.add(second(challenges.get(i), "aaaa-bbbb-cccc-ddd" + (char) ('a' + i))
                    .status());
        }

        assertThat(statuses.subList(0, 5)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(second(challenges.getLast(), device.recovery().getFirst()).status())
                .isEqualTo(429);
    }

    @Test
    void a_code_of_an_earlier_step_than_the_last_one_used_is_refused_within_the_window_too() {
        Device device = device(anonymous.stranger());

        assertThat(second(challenge(device.person()), device.code(1)).status()).isEqualTo(200);

        assertThat(second(challenge(device.person()), device.code(1)).error()).isEqualTo("401 INVALID_CREDENTIALS");
        assertThat(second(challenge(device.person()), device.code(0)).error()).isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void a_policy_does_not_lock_out_the_last_admin_who_has_no_factor_yet() {
        String settings = "/api/v1/admin/settings";

        assertThat(admin.client()
                        .send("PATCH", settings, "{\"requireSecondFactor\":\"everyone\"}")
                        .status())
                .isEqualTo(200);
        assertThat(admin.client().get(settings).error()).isEqualTo("403 SECOND_FACTOR_REQUIRED");
        Device device = device(admin);

        assertThat(admin.client().get(settings).status()).isEqualTo(200);
        Client.Answer again = second(challenge(admin), device.code(0));
        assertThat(again.status()).isEqualTo(200);
        assertThat(anonymous
                        .bearing(again.text("accessToken"))
                        .send("PATCH", settings, "{\"requireSecondFactor\":\"none\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void where_one_is_required_an_account_without_it_may_only_add_it() {
        InstallationSettings required =
                Sample.with(InstallationSettings.NONE, "requireSecondFactor", Optional.of(SecondFactorPolicy.EVERYONE));
        try (TestServer strict = TestServer.start(parts -> parts.settings(required), List.of(), List.of())) {
            Client.Person ada = strict.client().register("ada@example.org");

            assertThat(ada.client().get("/api/v1/profiles").error()).isEqualTo("403 SECOND_FACTOR_REQUIRED");
            assertThat(ada.client().get("/api/v1/tools").error()).isEqualTo("403 SECOND_FACTOR_REQUIRED");
            assertThat(ada.client().get("/completion/api/models").status()).isEqualTo(403);
            assertThat(ada.client().get("/api/v1/auth/session").status()).isEqualTo(200);
            assertThat(ada.client().get(FACTORS).json().get("required").asBoolean())
                    .isTrue();
            device(ada);
            assertThat(ada.client().get("/api/v1/profiles").status()).isEqualTo(200);
        }
    }
}
