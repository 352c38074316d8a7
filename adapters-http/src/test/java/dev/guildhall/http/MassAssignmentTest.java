package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Unknown fields of a request change nothing, even when stored fields have the same names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MassAssignmentTest {
    private static final String ACCOUNT = "/api/v1";
    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Client.Person bob = server.client().stranger();

    /** A body with many forbidden fields, and the given fields. */
    private String wishing(String fields) {
        return """
            {"id":"%1$s","userId":"%1$s","sub":"%1$s","sid":"%2$s","profileId":"%2$s","activeProfileId":"%2$s",\
            "role":"owner","roles":["user","admin"],"isAdmin":true,"isActive":true,"admin":true,"emailVerified":true,\
            "verified":true,"passwordHash":"x","createdAt":"2000-01-01T00:00:00.000Z","joinedAt":\
            "2000-01-01T00:00:00.000Z","expiresAt":"2999-01-01T00:00:00.000Z","expiresIn":999999,"memberCount":99,\
            "ownerId":"%2$s","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},%3$s}\
            """.formatted(bob.userId(), profile(bob), fields);
    }

    private static String profile(Client.Person person) {
        return person.tokens().get("profileId").asText();
    }

    private static String credentials(String email) {
        return "\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"";
    }

    private Client.Answer register(String email) {
        return server.client().post(ACCOUNT + "/auth/register", wishing(credentials(email)));
    }

    @Test
    void registering_gives_an_identifier_and_a_role_of_the_servers_choice() {
        Client.Answer registered = register("wishing@example.org");

        Client.Answer session =
                server.client().bearing(registered.text("accessToken")).get(ACCOUNT + "/auth/session");

        assertThat(registered.status()).isEqualTo(201);
        assertThat(registered.text("userId")).isNotEqualTo(bob.userId());
        assertThat(registered.text("profileId")).isNotEqualTo(profile(bob));
        assertThat(registered.json().get("expiresIn").asInt()).isEqualTo(900);
        assertThat(session.json().get("roles").toString()).isEqualTo("[\"user\"]");
        assertThat(session.text("activeProfileId")).isEqualTo(registered.text("profileId"));
        assertThat(session.text("expiresAt")).doesNotStartWith("2999");
    }

    @Test
    void signing_in_and_refreshing_stay_with_the_account_of_the_credentials() {
        Client.Answer registered = register("refreshing@example.org");

        Client.Answer signedIn =
                server.client().post(ACCOUNT + "/auth/login", wishing(credentials("refreshing@example.org")));
        Client.Answer refreshed = server.client()
                .post(
                        ACCOUNT + "/auth/token/refresh",
                        wishing("\"refreshToken\":\"" + signedIn.text("refreshToken") + "\""));

        assertThat(signedIn.text("userId")).isEqualTo(registered.text("userId"));
        assertThat(signedIn.text("activeProfileId")).isEqualTo(registered.text("profileId"));
        assertThat(Tokens.claim(refreshed.text("accessToken"), "sub")).isEqualTo(registered.text("userId"));
        assertThat(Tokens.claim(refreshed.text("accessToken"), "pid")).isEqualTo(registered.text("profileId"));
        assertThat(server.client()
                        .bearing(refreshed.text("accessToken"))
                        .get(ACCOUNT + "/auth/session")
                        .json()
                        .get("roles")
                        .toString())
                .isEqualTo("[\"user\"]");
    }

    @Test
    void a_profile_is_made_and_changed_for_the_caller_alone() {
        Client.Person ada = server.client().stranger();
        String before = bob.client().get(ACCOUNT + "/profiles").body();

        Client.Answer made = ada.client().post(ACCOUNT + "/profiles", wishing("\"displayName\":\"Second\""));
        Client.Answer changed = ada.client()
                .send("PATCH", ACCOUNT + "/profiles/" + made.text("id"), wishing("\"displayName\":\"Changed\""));

        assertThat(made.text("id")).isNotEqualTo(bob.userId());
        assertThat(changed.text("id")).isEqualTo(made.text("id"));
        assertThat(made.json().get("isActive").asBoolean()).isFalse();
        assertThat(changed.json().get("isActive").asBoolean()).isFalse();
        assertThat(ada.client().get(ACCOUNT + "/auth/session").text("activeProfileId"))
                .isEqualTo(profile(ada));
        assertThat(bob.client().get(ACCOUNT + "/profiles").body()).isEqualTo(before);
    }

    @Test
    void a_group_is_the_callers_and_has_one_member() {
        Client.Person ada = server.client().stranger();

        Client.Answer made = ada.client().post(ACCOUNT + "/groups", wishing("\"name\":\"Analysts\""));
        Client.Answer members = ada.client().get(ACCOUNT + "/groups/" + made.text("id") + "/members");

        assertThat(made.text("id")).startsWith("grp_");
        assertThat(made.json().get("memberCount").asInt()).isEqualTo(1);
        assertThat(made.text("createdAt")).doesNotStartWith("2000");
        assertThat(members.json().get("members").findValuesAsText("profileId")).containsExactly(profile(ada));
    }

    @Test
    void a_changed_role_is_that_of_the_member_in_the_path_and_nothing_else_changes() {
        Client.Person ada = server.client().stranger();
        Client.Person carl = server.client().stranger();
        String members = ACCOUNT + "/groups/"
                + ada.client()
                        .post(ACCOUNT + "/groups", "{\"name\":\"Analysts\"}")
                        .text("id") + "/members";
        Client.Answer added = ada.client().post(members, "{\"profileId\":\"" + profile(carl) + "\"}");

        Client.Answer changed = ada.client()
                .send(
                        "PATCH",
                        members + "/" + profile(carl),
                        wishing("\"x\":1").replace("\"role\":\"owner\"", "\"role\":\"admin\""));

        assertThat(changed.texts("profileId", "role", "joinedAt"))
                .containsExactly(profile(carl), "admin", added.text("joinedAt"));
        assertThat(bob.client().get(ACCOUNT + "/groups").json().get("groups")).isEmpty();
    }

    @Test
    void a_password_is_changed_and_an_account_erased_for_the_caller_alone() {
        Client.Person ada = server.client().register("erasing@example.org");

        Client.Answer changed = ada.client()
                .post(
                        ACCOUNT + "/auth/password",
                        wishing("\"currentPassword\":\"" + PASSWORD + "\",\"newPassword\":\"another horse\""));
        Client.Answer erased =
                ada.client().send("DELETE", ACCOUNT + "/auth/account", wishing("\"password\":\"another horse\""));

        assertThat(changed.status()).isEqualTo(204);
        assertThat(erased.status()).isEqualTo(204);
        assertThat(ada.client().get(ACCOUNT + "/auth/session").status()).isEqualTo(401);
        assertThat(bob.client().get(ACCOUNT + "/auth/session").status()).isEqualTo(200);
        assertThat(server.client()
                        .post(ACCOUNT + "/auth/login", "{" + credentials(bob.email()) + "}")
                        .status())
                .isEqualTo(200);
    }
}
