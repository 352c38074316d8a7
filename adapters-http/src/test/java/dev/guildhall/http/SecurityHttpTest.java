package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecurityHttpTest {
    private static final String SESSIONS = "/api/v1/auth/sessions";
    private static final String PASSWORD = "/api/v1/auth/password";
    private static final String ACCOUNT = "/api/v1/auth/account";
    private static final String SESSION = "/api/v1/auth/session";
    private static final String CHANGE =
            "{\"currentPassword\":\"correct horse battery\",\"newPassword\":\"another horse\"}";

    @AutoClose
    private final TestServer server = TestServer.start();

    private static Client.Answer delete(Client client, String path, String body) {
        return client.send("DELETE", path, body);
    }

    private Client.Answer signIn(String email, String password) {
        return server.client()
                .post("/api/v1/auth/login", "{\"email\":\"" + email + "\",\"password\":\"" + password + "\"}");
    }

    @Test
    void sessions_are_listed_and_another_one_is_ended() {
        Client.Person ada = server.client().register("sessions@example.org");
        Client.Answer second = signIn("sessions@example.org", "correct horse battery");
        Client.Answer listed = ada.client().get(SESSIONS);
        String other = listed.json().at("/sessions/0/current").asBoolean()
                ? listed.text("sessions.1.id")
                : listed.text("sessions.0.id");

        Client.Answer ended = delete(ada.client(), SESSIONS + "/" + other, "");
        Client.Answer again = delete(ada.client(), SESSIONS + "/" + other, "");

        assertThat(listed.json().get("sessions")).hasSize(2);
        assertThat(listed.json().get("sessions").findValuesAsText("current"))
                .containsExactlyInAnyOrder("true", "false");
        assertThat(ended.status()).isEqualTo(204);
        assertThat(again.status()).isEqualTo(404);
        assertThat(server.client()
                        .bearing(second.text("accessToken"))
                        .get(SESSION)
                        .status())
                .isEqualTo(401);
        assertThat(ada.client().get(SESSION).status()).isEqualTo(200);
    }

    @Test
    void sessions_come_in_pages_newest_first() {
        Client.Person ada = server.client().register("paged@example.org");
        signIn("paged@example.org", "correct horse battery");

        Client.Answer first = ada.client().get(SESSIONS + "?limit=1");
        Client.Answer rest = ada.client().get(SESSIONS + "?limit=1&cursor=" + first.text("nextCursor"));

        assertThat(first.json().at("/sessions/0/current").asBoolean()).isFalse();
        assertThat(rest.json().at("/sessions/0/current").asBoolean()).isTrue();
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
        assertThat(ada.client().get(SESSIONS + "?limit=0").status()).isEqualTo(422);
    }

    @Test
    void a_foreign_an_unknown_and_a_malformed_session_are_404_alike() {
        Client.Person ada = server.client().stranger();
        Client.Person bob = server.client().stranger();
        String foreign = bob.client().get(SESSIONS).text("sessions.0.id");

        Client.Answer ofBob = delete(ada.client(), SESSIONS + "/" + foreign, "");
        Client.Answer unknown = delete(ada.client(), SESSIONS + "/ses_none", "");
        Client.Answer malformed = delete(ada.client(), SESSIONS + "/%ff", "");

        assertThat(ofBob.status()).isEqualTo(404);
        assertThat(ofBob.body()).isEqualTo(unknown.body()).isEqualTo(malformed.body());
        assertThat(bob.client().get(SESSION).status()).isEqualTo(200);
    }

    @Test
    void a_changed_password_ends_the_other_sessions() {
        Client.Person ada = server.client().register("change@example.org");
        Client.Answer second = signIn("change@example.org", "correct horse battery");

        Client.Answer changed = ada.client().post(PASSWORD, CHANGE);

        assertThat(changed.status()).isEqualTo(204);
        assertThat(server.client()
                        .bearing(second.text("accessToken"))
                        .get(SESSION)
                        .status())
                .isEqualTo(401);
        assertThat(ada.client().get(SESSION).status()).isEqualTo(200);
        assertThat(signIn("change@example.org", "correct horse battery").status())
                .isEqualTo(401);
        assertThat(signIn("change@example.org", "another horse").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|422|newPassword: is required
        {"newPassword":"12345678"}|422|currentPassword: is required
        {"currentPassword":null,"newPassword":"12345678"}|422|currentPassword: is required
        {"currentPassword":1,"newPassword":"short"}|422|newPassword: must have 8 to 128
        {"currentPassword":"wrong horse","newPassword":"12345678"}|401|credentials
        """)
    void a_bad_change_of_password_is_refused(String body, int status, String message) {
        Client.Answer answer = server.client().stranger().client().post(PASSWORD, body);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text("error.message")).contains(message);
    }

    @Test
    void an_account_is_erased_with_its_password_alone() {
        Client.Person ada = server.client().register("erase@example.org");

        Client.Answer without = delete(ada.client(), ACCOUNT, "{}");
        Client.Answer wrong = delete(ada.client(), ACCOUNT, "{\"password\":\"wrong horse\"}");
        Client.Answer right = delete(ada.client(), ACCOUNT, "{\"password\":\"correct horse battery\"}");

        assertThat(without.status()).isEqualTo(422);
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(right.status()).isEqualTo(204);
        assertThat(ada.client().get(SESSION).status()).isEqualTo(401);
        assertThat(signIn("erase@example.org", "correct horse battery").status())
                .isEqualTo(401);
    }
}
