package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TrustingProvider;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OAuthHttpTest {
    private static final String LOGIN = "/api/v1/auth/login/oauth";
    private static final String IDENTITIES = "/api/v1/auth/identities";
    private static final String BACK = "https://app.example/back";

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.oauthProviders(() -> List.of(new TrustingProvider())));

    private final Client client = server.client();

    private static String grant(String code) {
        return "{\"provider\":\"acme\",\"code\":\"" + code + "\",\"redirectUri\":\"" + BACK + "\"}";
    }

    private static String grant(String code, String state) {
        return grant(code).replace("}", ",\"state\":\"" + state + "\"}");
    }

    private static Client.Answer link(Client.Person person, String code) {
        String state = person.client()
                .get("/api/v1/auth/oauth/acme/authorize?redirectUri=" + BACK)
                .text("state");
        return person.client().post(IDENTITIES, grant(code, state));
    }

    private Client.Answer delete(Client caller, String path) {
        return caller.delete(path);
    }

    @Test
    void the_providers_are_listed_without_a_token() {
        Client.Answer answer = client.get("/api/v1/auth/oauth/providers");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"providers\":[{\"name\":\"acme\",\"displayName\":\"Acme\",\"kind\":\"openid_connect\"}]}");
    }

    @Test
    void a_sign_in_begins_with_an_address_and_a_state_and_ends_with_tokens() {
        Client.Answer begun = client.get("/api/v1/auth/oauth/acme/authorize?redirectUri=" + BACK);
        String state = begun.text("state");
        Client.Answer first = client.post(LOGIN, grant("ada@example.org", state));
        Client.Answer again = client.post(LOGIN, grant("ada@example.org", state));

        assertThat(begun.status()).isEqualTo(200);
        assertThat(begun.text("authorizationUrl")).isEqualTo("https://acme.example/authorize?state=" + state);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("activeProfileId")).startsWith("prf_");
        assertThat(first.header("Cache-Control")).isEqualTo("no-store");
        assertThat(client.bearing(first.text("accessToken"))
                        .get("/api/v1/auth/session")
                        .text("userId"))
                .isEqualTo(first.text("userId"));
        assertThat(again.error()).isEqualTo("401 INVALID_CREDENTIALS");
    }

    @Test
    void a_state_links_an_identity_for_the_user_who_asked_for_it_with_the_access_token() {
        Client.Person ada = client.stranger();
        Client.Person eve = client.stranger();
        String authorize = "/api/v1/auth/oauth/acme/authorize?redirectUri=" + BACK;
        String first = ada.client().get(authorize).text("state");
        String second = ada.client().get(authorize).text("state");
        String anonymous = client.bearing("an old token").get(authorize).text("state");

        Client.Answer foreign = eve.client().post(IDENTITIES, grant("first@example.org", first));
        Client.Answer unbound = ada.client().post(IDENTITIES, grant("first@example.org", anonymous));
        Client.Answer own = ada.client().post(IDENTITIES, grant("first@example.org", second));

        assertThat(foreign.status()).isEqualTo(401);
        assertThat(foreign.text("error.message")).startsWith("state: ").contains("user");
        assertThat(unbound.status()).isEqualTo(401);
        assertThat(own.status()).isEqualTo(201);
    }

    @Test
    void a_code_without_a_state_linked_an_attackers_identity_to_the_account_of_the_session_that_sent_it() {
        Client.Person ada = client.stranger();

        Client.Answer answer = ada.client().post(IDENTITIES, grant("eve@example.org"));
        Client.Answer empty = ada.client().post(IDENTITIES, "{}");

        assertThat(answer.fault()).isEqualTo("422 state: is required");
        assertThat(empty.text("error.message"))
                .isEqualTo("state: is required; provider: is required; code: is required; redirectUri: is required");
        assertThat(ada.client().get(IDENTITIES).json().get("identities")).isEmpty();
    }

    @Test
    void a_refused_code_without_a_state_is_answered_with_the_missing_state() {
        String message = client.post(LOGIN, grant("refused")).text("error.message");

        assertThat(message).startsWith("code: ").contains("no state was sent");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        refused|401|INVALID_CREDENTIALS
        down|502|UPSTREAM_UNAVAILABLE
        taken@example.org|409|ACCOUNT_NOT_LINKED
        """)
    void what_goes_wrong_at_the_provider_has_a_code_of_its_own(String code, int status, String error) {
        client.post(
                "/api/v1/auth/register", "{\"email\":\"taken@example.org\",\"password\":\"correct horse battery\"}");

        Client.Answer answer = client.post(LOGIN, grant(code));

        assertThat(answer.error()).isEqualTo(status + " " + error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|provider: is required; code: is required; redirectUri: is required
        {'provider':'unknown','code':'c','redirectUri':'https://a.b'}|provider: there is no provider unknown
        {'provider':'No Body','code':'c','redirectUri':'https://a.b'}|provider: must be 1 to 50 of
        {'provider':'acme','code':'','redirectUri':'https://a.b'}|code: must be 1 to 4096
        {'provider':'acme','code':'c','redirectUri':'/back'}|redirectUri: must be an absolute
        {'provider':'acme','code':'c','redirectUri':'https://a.b','state':7}|state: must be a string
        """)
    void a_malformed_sign_in_is_422_and_names_the_fields(String body, String message) {
        Client.Answer answer = client.post(LOGIN, body.replace('\'', '"'));

        assertThat(answer.fault()).startsWith("422 " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "acme/authorize, redirectUri: is required",
        "acme/authorize?redirectUri=javascript:alert(1), redirectUri: must be an absolute",
        "unknown/authorize?redirectUri=https://a.b, provider: there is no provider unknown"
    })
    void a_malformed_beginning_is_422(String path, String message) {
        Client.Answer answer = client.get("/api/v1/auth/oauth/" + path);

        assertThat(answer.fault()).startsWith("422 " + message);
    }

    @Test
    void a_refused_identity_is_linked_with_the_password_and_signs_in_afterwards() {
        Client.Person ada = client.register("linked@example.org");
        int before = client.post(LOGIN, grant("linked@example.org")).status();

        Client.Answer linked = link(ada, "linked@example.org");
        Client.Answer listed = ada.client().get(IDENTITIES);
        Client.Answer after = client.post(LOGIN, grant("linked@example.org"));

        assertThat(before).isEqualTo(409);
        assertThat(linked.status()).isEqualTo(201);
        assertThat(linked.text("issuer")).isEqualTo("https://acme.example");
        assertThat(listed.json().at("/identities/0")).isEqualTo(linked.json());
        assertThat(listed.json().get("nextCursor").isNull()).isTrue();
        assertThat(after.text("userId")).isEqualTo(ada.userId());
    }

    @Test
    void an_identity_is_unlinked_by_its_owner_alone() {
        Client.Person ada = client.stranger();
        Client.Person eve = client.stranger();
        Client.Answer linked = link(ada, "unlinked@example.org");
        String path = IDENTITIES + "/" + linked.text("id");

        Client.Answer taken = link(eve, "unlinked@example.org");
        int byEve = delete(eve.client(), path).status();
        int byAda = delete(ada.client(), path).status();
        int again = delete(ada.client(), path).status();

        assertThat(taken.error()).isEqualTo("409 CONFLICT");
        assertThat(List.of(byEve, byAda, again)).containsExactly(404, 204, 404);
    }

    @Test
    void the_last_way_to_sign_in_stays() {
        Client.Answer signedIn = client.post(LOGIN, grant("only@example.org"));
        Client owner = client.bearing(signedIn.text("accessToken"));
        String id = owner.get(IDENTITIES).json().at("/identities/0/id").asText();

        Client.Answer answer = delete(owner, IDENTITIES + "/" + id);

        assertThat(answer.error()).isEqualTo("409 CONFLICT");
    }

    @Test
    void identities_are_for_those_who_have_signed_in() {
        assertThat(client.get(IDENTITIES).status()).isEqualTo(401);
        assertThat(client.post(IDENTITIES, grant("ada@example.org")).status()).isEqualTo(401);
        assertThat(delete(client, IDENTITIES + "/idn_1").status()).isEqualTo(401);
    }
}
