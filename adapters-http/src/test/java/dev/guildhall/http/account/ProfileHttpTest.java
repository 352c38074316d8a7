package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TickingClock;
import dev.guildhall.http.Tokens;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProfileHttpTest {
    private static final String PROFILES = "/api/v1/profiles";
    private static final String SESSION = "/api/v1/auth/session";
    private static final String PICTURE = "https://example.org/ada.png";

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(new TickingClock()));

    private final Client client = server.client();

    private static Client.Answer add(Client.Person person) {
        return person.client()
                .post(PROFILES, "{\"displayName\":\"At work\",\"avatar\":\"" + PICTURE + "\",\"isActive\":true}");
    }

    private static Client.Answer patch(Client.Person person, String id, String body) {
        return person.client().send("PATCH", PROFILES + "/" + id, body);
    }

    private static Client.Answer activate(Client.Person person, String id) {
        return person.client().send("PUT", PROFILES + "/" + id + "/activate");
    }

    private static String firstProfile(Client.Person person) {
        return person.tokens().get("profileId").asText();
    }

    @Test
    void a_new_profile_is_201_and_not_active_whatever_the_body_says() {
        Client.Answer answer = add(client.stranger());

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("id")).startsWith("prf_");
        assertThat(answer.texts("displayName", "avatar", "isActive")).containsExactly("At work", PICTURE, "false");
    }

    @Test
    void a_profile_without_a_picture_has_a_null_one() {
        Client.Answer answer = client.stranger().client().post(PROFILES, "{\"displayName\":\" Ada \"}");

        assertThat(answer.text("displayName")).isEqualTo("Ada");
        assertThat(answer.json().get("avatar").isNull()).isTrue();
    }

    @Test
    void all_profiles_of_the_user_are_listed_newest_first() {
        Client.Person person = client.stranger();
        String added = add(person).text("id");

        Client.Answer answer = person.client().get(PROFILES);

        JsonNode profiles = answer.json().get("profiles");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(profiles.findValuesAsText("id")).containsExactly(added, firstProfile(person));
        assertThat(profiles.findValuesAsText("isActive")).containsExactly("false", "true");
        assertThat(answer.json().get("nextCursor").isNull()).isTrue();
    }

    @Test
    void a_smaller_page_leads_to_the_next_one() {
        Client.Person person = client.stranger();
        add(person);

        Client.Answer first = person.client().get(PROFILES + "?limit=1");
        Client.Answer second = person.client().get(PROFILES + "?limit=1&cursor=" + first.text("nextCursor"));

        assertThat(first.json().get("profiles")).hasSize(1);
        assertThat(second.json().get("profiles").findValuesAsText("id")).containsExactly(firstProfile(person));
        assertThat(second.json().get("nextCursor").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"limit=0,limit", "limit=201,limit", "limit=x,limit", "limit=1.5,limit", "cursor=***,cursor"})
    void a_bad_page_is_422_and_names_the_parameter(String query, String name) {
        Client.Answer answer = client.stranger().client().get(PROFILES + "?" + query);

        assertThat(answer.fault()).startsWith("422 " + name + ": ");
    }

    @Test
    void the_21st_profile_is_409() {
        Client.Person person = client.stranger();
        for (int i = 1; i < 20; i++) {
            assertThat(add(person).status()).isEqualTo(201);
        }

        Client.Answer answer = add(person);

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
        assertThat(person.client().get(PROFILES).json().get("profiles")).hasSize(20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|displayName: is required
        {"displayName":null}|displayName: is required
        {"displayName":7}|displayName: must be a string
        {"displayName":" "}|displayName: must have 1 to 100
        {"displayName":"a","avatar":7}|avatar: must be a string
        {"displayName":"a","avatar":""}|avatar: must have 1 to 2048
        {"displayName":"a","avatar":"javascript:alert(1)"}|avatar: must be an absolute http
        {"displayName":"a","avatar":"https://u:p@example.org/"}|avatar: must not contain a user
        {"avatar":[]}|displayName: is required; avatar: must be a string
        []|body: must be a JSON object
        """)
    void a_bad_profile_is_422_and_names_the_fields(String body, String message) {
        Client.Answer answer = client.stranger().client().post(PROFILES, body);

        assertThat(answer.error()).isEqualTo("422 VALIDATION_ERROR");
        assertThat(answer.text("error.message")).contains(message);
    }

    @Test
    void a_change_leaves_what_is_absent_and_null_clears_the_picture_alone() {
        Client.Person person = client.stranger();
        String id = add(person).text("id");

        Client.Answer renamed = patch(person, id, "{\"displayName\":\"Countess\",\"isActive\":true}");
        Client.Answer cleared = patch(person, id, "{\"displayName\":null,\"avatar\":null}");
        Client.Answer replaced = patch(person, id, "{\"avatar\":\"http://example.org/b\"}");
        Client.Answer untouched = patch(person, id, "{}");

        assertThat(List.of(renamed, cleared, replaced, untouched))
                .extracting(Client.Answer::status)
                .containsOnly(200);
        assertThat(renamed.text("avatar")).isEqualTo(PICTURE);
        assertThat(renamed.json().get("isActive").asBoolean()).isFalse();
        assertThat(cleared.text("displayName")).isEqualTo("Countess");
        assertThat(cleared.json().get("avatar").isNull()).isTrue();
        assertThat(replaced.text("avatar")).isEqualTo("http://example.org/b");
        assertThat(untouched.json()).isEqualTo(replaced.json());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"avatar":"ada.png"}|avatar: must be an absolute http
        {"avatar":false}|avatar: must be a string
        {"displayName":"","avatar":1}|displayName: must have 1 to 100 characters; avatar: must be a string
        ''|body: must be a JSON object
        """)
    void a_bad_change_is_422_and_changes_nothing(String body, String message) {
        Client.Person person = client.stranger();
        JsonNode before = person.client().get(PROFILES).json();

        Client.Answer answer = patch(person, firstProfile(person), body);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("error.message")).contains(message);
        assertThat(person.client().get(PROFILES).json()).isEqualTo(before);
    }

    @Test
    void activating_answers_with_a_token_of_the_same_session_that_is_not_to_be_kept() {
        Client.Person person = client.stranger();
        String id = add(person).text("id");

        Client.Answer answer = activate(person, id);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("activeProfileId")).isEqualTo(id);
        assertThat(answer.json().get("expiresIn").asInt()).isEqualTo(900);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(Tokens.claim(answer.text("accessToken"), "pid")).isEqualTo(id);
        assertThat(Tokens.claim(answer.text("accessToken"), "sid"))
                .isEqualTo(Tokens.claim(person.accessToken(), "sid"));
        assertThat(client.bearing(answer.text("accessToken")).get(SESSION).text("activeProfileId"))
                .isEqualTo(id);
        assertThat(person.client().get(SESSION).text("activeProfileId")).isEqualTo(id);
    }

    @Test
    void logging_out_with_one_token_of_the_session_ends_the_other_one_too() {
        Client.Person person = client.stranger();
        String token = activate(person, firstProfile(person)).text("accessToken");

        person.client().post("/api/v1/auth/logout", "");

        assertThat(client.bearing(token).get(SESSION).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreign", "prf_unknown", "%20", "prf%2Fx", "é"})
    void a_foreign_unknown_or_malformed_profile_is_404(String id) {
        Client.Person person = client.stranger();
        String named = id.equals("foreign") ? firstProfile(client.stranger()) : id.replace("é", "%C3%A9");

        Client.Answer patched = patch(person, named, "{\"displayName\":\"mine\"}");
        Client.Answer activated = activate(person, named);

        assertThat(patched.error()).isEqualTo("404 NOT_FOUND");
        assertThat(activated.status()).isEqualTo(404);
    }

    @Test
    void profiles_need_a_token_and_a_wrong_method_is_405() {
        Client.Answer anonymous = client.get(PROFILES);
        Client.Answer wrong = client.stranger().client().delete(PROFILES);

        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.header("Allow")).isEqualTo("GET, HEAD, POST");
    }
}
