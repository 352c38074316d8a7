package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.SessionCookie;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of browsers over a socket. */
class WebSessionHttpTest {
    private static final String SESSION = "/api/session";
    private static final String REGISTER = "/api/session/register";

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-02T03:04:05.678Z"));

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(clock));

    private final Client client = server.client();

    private Client.Answer signIn(Client from, Browser user) {
        return from.post(SESSION, Browser.credentials(user.email()));
    }

    private static List<String> cookies(Client.Answer answer) {
        return answer.headers().allValues("Set-Cookie");
    }

    private static int status(Browser browser) {
        return browser.get(SESSION).status();
    }

    private Client.Person bearerOf(Browser user) {
        Client.Answer answer = client.post("/api/v1/auth/login", Browser.credentials(user.email()));
        return new Client.Person(
                client.bearing(answer.text("accessToken")), user.email(), user.userId(), answer.json());
    }

    @Test
    void a_sign_in_gives_the_browser_a_cookie_that_scripts_do_not_see_and_nothing_else() {
        Browser ada = Browser.stranger(client);

        Client.Answer answer = signIn(client, ada);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(Client.names(answer.json())).isEqualTo("userId email displayName expiresAt");
        assertThat(answer.text("userId")).isEqualTo(ada.userId());
        assertThat(answer.text("expiresAt")).isEqualTo("2026-01-02T15:04:05.678Z");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(cookies(answer)).hasSize(1);
        assertThat(cookies(answer).getFirst())
                .matches("guildhall_session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800");
        assertThat(answer.body()).doesNotContain(Browser.keyOf(answer));
    }

    @Test
    void behind_tls_the_cookie_is_never_sent_without_it_and_no_other_host_can_set_it() {
        assertThat(SessionCookie.of("https://guildhall.example").with("key"))
                .isEqualTo("__Host-guildhall_session=key; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800");
        assertThat(SessionCookie.ofSignIn("https://guildhall.example").cleared())
                .isEqualTo("__Host-guildhall_sign_in=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0");
    }

    @Test
    void each_sign_in_makes_a_new_key_and_ends_the_session_that_the_browser_had() {
        Browser first = Browser.stranger(client);
        Browser elsewhere = Browser.of(client, first.email(), signIn(client, first));

        Client.Answer again = signIn(first.client(), first);

        Browser second = Browser.of(client, first.email(), again);
        assertThat(second.key()).isNotEqualTo(first.key()).isNotEqualTo(elsewhere.key());
        assertThat(status(first)).isEqualTo(401);
        assertThat(List.of(status(second), status(elsewhere))).containsOnly(200);
    }

    @Test
    void a_session_key_that_an_attacker_has_set_is_not_used() {
        Browser ada = Browser.stranger(client);
        Client planted = client.with("Cookie", Browser.COOKIE + "=planted");

        Client.Answer answer = signIn(planted, ada);

        assertThat(Browser.keyOf(answer)).isNotEqualTo("planted");
        assertThat(planted.get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void signing_out_ends_the_session_and_the_accounts_session_and_may_be_repeated() {
        Browser ada = Browser.stranger(client);

        Client.Answer out = ada.delete(SESSION);
        Client.Answer again = ada.delete(SESSION);
        Client.Answer anonymous = client.delete(SESSION);

        assertThat(List.of(out, again, anonymous)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(204);
            assertThat(cookies(answer))
                    .containsExactly("guildhall_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
        });
        assertThat(status(ada)).isEqualTo(401);
        assertThat(bearerOf(ada).client().get("/api/v1/auth/sessions").json().get("sessions"))
                .as("that of the bearer alone")
                .hasSize(1);
    }

    @Test
    void a_bearer_has_no_session_and_adds_nothing_to_one() {
        Client.Person bearer = client.stranger();
        Browser ada = Browser.stranger(client);

        assertThat(bearer.client().get(SESSION).status()).isEqualTo(401);
        assertThat(bearer.client()
                        .with("Cookie", Browser.COOKIE + "=" + bearer.accessToken())
                        .get(SESSION)
                        .status())
                .isEqualTo(401);
        assertThat(ada.client().bearing(bearer.accessToken()).get(SESSION).text("userId"))
                .isEqualTo(ada.userId());
    }

    @Test
    void a_session_ends_twelve_hours_after_its_last_request() {
        Browser ada = Browser.stranger(client);
        clock.advance(Duration.ofHours(12).minusMillis(1));

        Client.Answer late = ada.get(SESSION);
        clock.advance(Duration.ofHours(12));

        assertThat(late.text("expiresAt")).isEqualTo("2026-01-03T03:04:05.677Z");
        Client.Answer over = ada.get(SESSION);
        assertThat(over.status()).isEqualTo(401);
        ErrorForms.check("GET /api/session", over);
    }

    @Test
    void a_session_that_is_used_ends_seven_days_after_the_sign_in() {
        Browser ada = Browser.stranger(client);
        for (int hours = 6; hours < 7 * 24; hours += 6) {
            clock.advance(Duration.ofHours(6));
            assertThat(status(ada)).isEqualTo(200);
        }
        assertThat(ada.get(SESSION).text("expiresAt")).isEqualTo("2026-01-09T03:04:05.678Z");

        clock.advance(Duration.ofHours(6));

        assertThat(status(ada)).isEqualTo(401);
    }

    @Test
    void a_session_ends_with_the_account_and_its_sessions() {
        Browser changed = Browser.stranger(client);
        Browser revoked = Browser.stranger(client);
        Browser erased = Browser.stranger(client);

        bearerOf(changed)
                .client()
                .post(
                        "/api/v1/auth/password",
                        "{\"currentPassword\":\"" + Browser.PASSWORD + "\",\"newPassword\":\"another horse\"}");
        Client.Person bearer = bearerOf(revoked);
        for (JsonNode session :
                bearer.client().get("/api/v1/auth/sessions").json().get("sessions")) {
            if (!session.get("current").asBoolean()) {
                String path = "/api/v1/auth/sessions/" + session.get("id").asText();
                bearer.client().delete(path);
            }
        }
        bearerOf(erased).client().send("DELETE", "/api/v1/auth/account", "{\"password\":\"" + Browser.PASSWORD + "\"}");

        assertThat(List.of(changed, revoked, erased)).allSatisfy(ended -> {
            assertThat(status(ended)).isEqualTo(401);
            assertThat(ended.get("/web/api/v1/auth/session").status()).isEqualTo(401);
            assertThat(ended.delete(SESSION).status()).isEqualTo(204);
        });
    }

    @Test
    void a_wrong_address_and_a_wrong_password_are_answered_alike() {
        Browser ada = Browser.stranger(client);
        String wrong = Browser.credentials(ada.email()).replace("battery", "staple");

        Client.Answer password = client.post(SESSION, wrong);
        Client.Answer address = client.post(SESSION, Browser.credentials("unknown@example.org"));
        Client.Answer impossible = client.post(SESSION, "{\"email\":\"\",\"password\":\"\"}");

        assertThat(List.of(password, address, impossible)).allSatisfy(answer -> {
            assertThat(answer.fault()).isEqualTo("401 the credentials are not valid");
            assertThat(cookies(answer)).isEmpty();
            ErrorForms.check("POST /api/session", answer);
        });
    }

    @Test
    void attempts_on_one_account_are_throttled() {
        Browser ada = Browser.stranger(client);
        String wrong = Browser.credentials(ada.email()).replace("battery", "staple");

        List<Integer> statuses = IntStream.range(0, 6)
                .mapToObj(i -> client.post(SESSION, wrong).status())
                .toList();
        Client.Answer right = signIn(client, ada);
        clock.advance(Duration.ofSeconds(12));

        assertThat(statuses.subList(0, 5)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(right.status()).isEqualTo(429);
        assertThat(right.header("Retry-After")).isEqualTo("12");
        assertThat(signIn(client, ada).status()).isEqualTo(200);
    }

    @Test
    void sign_ins_and_registrations_of_one_address_are_throttled_together() {
        List<Integer> statuses = IntStream.range(0, TestServer.SIGN_INS)
                .mapToObj(i -> client.post(
                                i % 2 == 0 ? SESSION : REGISTER, Browser.credentials("throttled" + i + "@example.org"))
                        .status())
                .toList();

        Client.Answer signIn = client.post(SESSION, Browser.credentials("one-more@example.org"));
        Client.Answer register = client.post(REGISTER, Browser.credentials("one-more@example.org"));

        assertThat(statuses).doesNotContain(429);
        assertThat(List.of(signIn, register)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).isNotEmpty();
            ErrorForms.check("POST /api/session", answer);
        });
    }

    @Test
    void a_registration_signs_in_with_the_name_that_was_asked_for() {
        Client.Answer named = client.post(
                REGISTER, Browser.credentials("Grace@Example.org").replace("}", ",\"displayName\":\" Grace H. \"}"));
        Client.Answer plain = client.post(REGISTER, Browser.credentials("ada.l@example.org"));
        Client.Answer taken = client.post(REGISTER, Browser.credentials("grace@example.org"));

        assertThat(named.status()).isEqualTo(201);
        assertThat(named.text("displayName")).isEqualTo("Grace H.");
        assertThat(plain.text("displayName")).isEqualTo("ada.l");
        assertThat(status(Browser.of(client, "", named))).isEqualTo(200);
        assertThat(taken.status()).isEqualTo(409);
        assertThat(cookies(taken)).isEmpty();
        ErrorForms.check("POST /api/session/register", taken);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/session|{}|email: is required; password: is required",
                "/api/session|{'email':1,'password':[]}|email: must be a string; password: must be a string",
                "/api/session|[]|body: must be a JSON object",
                "/api/session||body: must be a JSON object",
                "/api/session|{'email':|body: ",
                "/api/session/register|{}|email: is required; password: is required",
                "/api/session/register|{'email':'a','password':'short','displayName':''}|"
                        + "email: must have 3 to 254 characters; password: must have 8 to 128 characters;"
                        + " displayName: must have 1 to 100 characters",
                "/api/session/register|{'email':'a@b@c','password':'long enough'}|email: must be an address with one @"
            })
    void a_bad_body_is_400_and_names_each_field(String path, String body, String message) {
        Client.Answer answer = client.post(path, body == null ? "" : body.replace('\'', '"'));

        assertThat(answer.fault()).startsWith("400 " + message);
        assertThat(cookies(answer)).isEmpty();
        ErrorForms.check("POST " + path, answer);
    }

    @Test
    void a_session_acts_as_another_profile_of_its_user() {
        Browser ada = Browser.stranger(client);
        Browser eve = Browser.stranger(client);
        String second =
                ada.post("/web/api/v1/profiles", "{'displayName':'Second'}").text("id");
        String body = "{'profileId':'" + second + "'}";

        Client.Answer foreign = eve.post("/api/session/profile", body);
        Client.Answer nothing = ada.post("/api/session/profile", "{}");
        Client.Answer activated = ada.post("/api/session/profile", body);

        assertThat(foreign.status()).isEqualTo(404);
        assertThat(nothing.fault()).isEqualTo("400 profileId: is required");
        assertThat(activated.status()).isEqualTo(200);
        assertThat(activated.text("displayName")).isEqualTo("Second");
        assertThat(ada.get("/web/api/v1/auth/session").text("activeProfileId")).isEqualTo(second);
        clock.advance(Duration.ofMinutes(20));
        assertThat(ada.get(SESSION).text("displayName"))
                .as("after the tokens were renewed")
                .isEqualTo("Second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "=", "\"", "ses_1", "%00", "a b", "usr_1; guildhall_session="})
    void a_cookie_that_is_no_key_is_401(String value) {
        Client.Answer answer =
                client.with("Cookie", Browser.COOKIE + "=" + value).get(SESSION);

        assertThat(answer.status()).isEqualTo(401);
        ErrorForms.check("GET /api/session", answer);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, https://evil.example",
        "Origin, " + TestServer.ALLOWED_ORIGIN,
        "Origin, 'null'",
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site"
    })
    void a_page_of_another_origin_changes_nothing(String header, String value) {
        Browser ada = Browser.stranger(client);
        Client page = ada.client().with(header, value);

        List<Client.Answer> answers = List.of(
                page.post(SESSION, Browser.credentials(ada.email())),
                page.post(REGISTER, Browser.credentials("login-csrf@example.org")),
                page.send("DELETE", SESSION),
                page.post("/api/chat", "{}"),
                page.send("PATCH", "/api/chat?chatId=x"),
                page.send("DELETE", "/api/files?fileId=x"),
                page.get(SESSION),
                page.post("/web/api/v1/auth/logout", ""),
                page.get("/web/api/v1/profiles"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(cookies(answer)).isEmpty();
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        });
        assertThat(status(ada)).isEqualTo(200);
    }
}
