package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountHttpTest {
    private static final String REGISTER = "/api/v1/auth/register";
    private static final String LOGIN = "/api/v1/auth/login";
    private static final String REFRESH = "/api/v1/auth/token/refresh";
    private static final String LOGOUT = "/api/v1/auth/logout";
    private static final String SESSION = "/api/v1/auth/session";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client client = server.client();

    @Test
    void registering_answers_201_with_ids_and_tokens() {
        Client.Answer answer = client.post(
                REGISTER, "{\"email\":\"reg@example.org\",\"password\":\"12345678\",\"displayName\":\"R\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("userId")).startsWith("usr_");
        assertThat(answer.text("profileId")).startsWith("prf_");
        assertThat(answer.json().get("expiresIn").asInt()).isEqualTo(900);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void a_taken_address_in_another_case_is_409() {
        client.register("taken@example.org");

        Client.Answer answer = client.post(REGISTER, "{\"email\":\" TAKEN@Example.org \",\"password\":\"12345678\"}");

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
        assertThat(answer.json().at("/error/status").asInt()).isEqualTo(409);
    }

    @Test
    void all_faults_of_a_body_are_named_at_once() {
        Client.Answer answer = client.post(REGISTER, "{\"email\":5,\"password\":\"short\",\"displayName\":[]}");

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message"))
                .contains("email: must be a string", "password: must have 8 to 128", "displayName: must be a string");
    }

    @Test
    void a_session_was_last_used_when_it_was_opened() {
        JsonNode session =
                client.stranger().client().get("/api/v1/auth/sessions").json().at("/sessions/0");

        assertThat(session.get("lastUsedAt").asText())
                .matches(GroupRequests.TIMESTAMP)
                .isGreaterThanOrEqualTo(session.get("createdAt").asText());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {|body: is not well-formed JSON
        ''|body: must be a JSON object
        []|body: must be a JSON object
        null|body: must be a JSON object
        {"email":"a@b.c","email":"d@e.f","password":"12345678"}|body: names a field twice
        {"email":"a@b.c","password":"12345678"} x|body: is not well-formed JSON
        {"password":"12345678"}|email: is required
        {"email":null,"password":"12345678"}|email: is required
        {"email":"no-at","password":"12345678"}|email: must be an address
        {"email":"a@b@c","password":"12345678"}|email: must be an address
        {"email":"a\\u0000@b.c","password":"12345678"}|email: must be well-formed Unicode
        {"email":"a\\ud800@b.c","password":"12345678"}|email: must be well-formed Unicode
        {"email":"a\\r\\nb@b.c","password":"12345678"}|email: must not contain control
        {"email":"a@b.c","password":"12345678","displayName":"  "}|displayName: must have 1 to 100
        """)
    void a_bad_body_is_422_and_names_the_field(String body, String message) {
        Client.Answer answer = client.post(REGISTER, body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).contains(message);
    }

    @Test
    void unknown_fields_and_nulls_for_optional_ones_are_ignored() {
        Client.Answer answer = client.post(
                REGISTER,
                "{\"email\":\"extra@example.org\",\"password\":\"12345678\",\"displayName\":null,\"roles\":[\"admin\"]}");

        assertThat(answer.status()).isEqualTo(201);
        Client.Answer session = client.bearing(answer.text("accessToken")).get(SESSION);
        assertThat(session.json().get("roles").toString()).isEqualTo("[\"user\"]");
    }

    @Test
    void signing_in_answers_with_the_active_profile() {
        Client.Person person = client.register("signin@example.org");

        Client.Answer answer =
                client.post(LOGIN, "{\"email\":\"SignIn@example.org\",\"password\":\"correct horse battery\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("userId")).isEqualTo(person.userId());
        assertThat(answer.text("activeProfileId"))
                .isEqualTo(person.tokens().get("profileId").asText());
    }

    @ParameterizedTest
    @CsvSource({"wrong@example.org,wrong horse battery", "unknown@example.org,correct horse battery", "garbage,x"})
    void a_wrong_address_and_a_wrong_password_answer_alike(String email, String password) {
        client.post(REGISTER, "{\"email\":\"wrong@example.org\",\"password\":\"correct horse battery\"}");

        Client.Answer answer = client.post(LOGIN, "{\"email\":\"" + email + "\",\"password\":\"" + password + "\"}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body())
                .isEqualTo("{\"error\":{\"code\":\"INVALID_CREDENTIALS\",\"message\":\"the credentials are not valid\","
                        + "\"status\":401}}");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void a_refresh_token_is_good_once_and_its_second_use_ends_the_session() {
        Client.Person person = client.stranger();
        String body = "{\"refreshToken\":\"" + person.refreshToken() + "\"}";

        Client.Answer first = client.post(REFRESH, body);
        Client.Answer second = client.post(REFRESH, body);
        Client.Answer successor = client.post(REFRESH, "{\"refreshToken\":\"" + first.text("refreshToken") + "\"}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("refreshToken")).isNotEqualTo(person.refreshToken());
        assertThat(second.text("error.code")).isEqualTo("INVALID_CREDENTIALS");
        assertThat(successor.status()).isEqualTo(401);
        assertThat(person.client().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void after_logout_neither_token_works() {
        Client.Person person = client.stranger();

        Client.Answer logout = person.client().post(LOGOUT, "");

        assertThat(logout.status()).isEqualTo(204);
        assertThat(logout.body()).isEmpty();
        assertThat(person.client().get(SESSION).text("error.code")).isEqualTo("UNAUTHENTICATED");
        Client.Answer refresh = client.post(REFRESH, "{\"refreshToken\":\"" + person.refreshToken() + "\"}");
        assertThat(refresh.status()).isEqualTo(401);
    }

    @Test
    void the_session_names_user_profile_roles_and_end() {
        Client.Person admin = client.register(TestServer.ADMIN);

        Client.Answer session = admin.client().get(SESSION);

        assertThat(session.status()).isEqualTo(200);
        assertThat(session.text("userId")).isEqualTo(admin.userId());
        assertThat(session.json().get("roles").toString()).isEqualTo("[\"user\",\"admin\"]");
        assertThat(session.text("expiresAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    }

    @ParameterizedTest
    @CsvSource({"''", "Bearer", "Basic abc", "Bearer a.b.c", "Token x"})
    void a_missing_or_bad_token_is_401_and_says_how(String authorization) {
        Client.Answer answer = client.with("Authorization", authorization).get(SESSION);

        assertThat(answer.error()).isEqualTo("401 UNAUTHENTICATED");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void a_refresh_token_is_no_bearer_and_a_bearer_no_refresh_token() {
        Client.Person person = client.stranger();

        Client.Answer asBearer = client.bearing(person.refreshToken()).get(SESSION);
        Client.Answer asRefresh = client.post(REFRESH, "{\"refreshToken\":\"" + person.accessToken() + "\"}");

        assertThat(asBearer.status()).isEqualTo(401);
        assertThat(asRefresh.text("error.code")).isEqualTo("INVALID_CREDENTIALS");
        assertThat(person.client().get(SESSION).status()).isEqualTo(200);
    }
}
