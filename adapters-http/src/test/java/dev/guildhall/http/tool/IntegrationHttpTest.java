package dev.guildhall.http.tool;

import static dev.guildhall.http.account.GroupRequests.TIMESTAMP;
import static dev.guildhall.http.tool.ToolRequests.INTEGRATIONS;
import static dev.guildhall.http.tool.ToolRequests.delete;
import static dev.guildhall.http.tool.ToolRequests.execute;
import static dev.guildhall.http.tool.ToolRequests.idOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntegrationHttpTest {
    private final Stores stores = InMemoryStores.empty();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.endpoints(() -> List.of(
                    ScriptedEndpoint.consented("calendar", true),
                    ScriptedEndpoint.consented("drawings", false),
                    ScriptedEndpoint.keyed("postbox")))
            .stores(stores)
            .publicAddress(URI.create("https://guildhall.example")));

    private Client stranger() {
        return server.client().stranger().client();
    }

    private static JsonNode of(Client client, String name) {
        for (JsonNode one : client.get(INTEGRATIONS).json().get("integrations")) {
            if (one.get("name").asText().equals(name)) {
                return one;
            }
        }
        throw new AssertionError("there is no integration " + name);
    }

    /** What the browser of a person who is not signed in, and agrees, gets. */
    private Client.Answer confirmed(String state) {
        return server.client()
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(INTEGRATIONS + "/calendar/callback", "code=good&state=" + state);
    }

    private static String begun(Client client) {
        return client.post(INTEGRATIONS + "/calendar/connect", "{\"redirectUri\":\"https://app.example/done\"}")
                .text("state");
    }

    @Test
    void a_browser_that_is_not_signed_in_as_the_user_who_began_is_asked_first() {
        Client.Person ada = server.client().register("ada+<b>@example.org");
        String state = begun(ada.client());
        String callback = INTEGRATIONS + "/calendar/callback?code=%22%3E%3Cscript%3Egood&state=" + state;

        Client.Answer page = server.client().get(callback);
        Client.Answer ofOther = Browser.stranger(server.client()).get(callback);
        Client.Answer ofBearer = ada.client().get(callback);

        assertThat(List.of(page.status(), ofOther.status(), ofBearer.status())).containsOnly(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.body())
                .contains("ada+&lt;b&gt;@example.org", "Connect calendar", "<form method=\"post\">", "app.example")
                .contains("name=\"state\" value=\"" + state + "\"", "value=\"&quot;&gt;&lt;script&gt;good\"")
                .doesNotContain("<b>", "<script>");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "form-action 'self' https://app.example", "frame-ancestors 'none'");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(of(ada.client(), "calendar").get("connected").asBoolean()).isFalse();

        Client.Answer answered = confirmed(state);

        assertThat(answered.status()).isEqualTo(302);
        assertThat(answered.header("Location"))
                .isEqualTo("https://app.example/done?integration=calendar&status=connected");
        assertThat(of(ada.client(), "calendar").get("connected").asBoolean()).isTrue();
        assertThat(confirmed(state).status()).isEqualTo(422);
    }

    @Test
    void a_browser_that_is_signed_in_as_the_user_who_began_is_not_asked() {
        Browser ada = Browser.stranger(server.client());
        Client bearer = server.client()
                .bearing(server.client()
                        .post("/api/v1/auth/login", Browser.credentials(ada.email()))
                        .text("accessToken"));

        Client.Answer answered = ada.get(INTEGRATIONS + "/calendar/callback?code=good&state=" + begun(bearer));

        assertThat(answered.status()).isEqualTo(302);
        assertThat(of(bearer, "calendar").get("connected").asBoolean()).isTrue();
    }

    @Test
    void the_document_of_a_client_names_its_own_address_and_needs_no_token() {
        Client.Answer document = server.client().get(INTEGRATIONS + "/calendar/client.json");

        assertThat(document.status()).isEqualTo(200);
        assertThat(document.header("Cache-Control")).isEqualTo("public, max-age=3600");
        assertThat(document.text("client_id")).endsWith(INTEGRATIONS + "/calendar/client.json");
        assertThat(document.json().get("redirect_uris"))
                .singleElement()
                .satisfies(one -> assertThat(one.asText()).endsWith(INTEGRATIONS + "/calendar/callback"));
        assertThat(server.client().get(INTEGRATIONS + "/unknown/client.json").status())
                .isEqualTo(200);
    }

    @Test
    void the_issuer_that_the_browser_brings_back_reaches_the_gateway_through_the_page_too() {
        Client.Person ada = server.client().register("iss@example.org");
        String state = begun(ada.client());
        String callback = INTEGRATIONS + "/calendar/callback?code=good&state=" + state + "&iss=https%3A%2F%2Fother";

        Client.Answer page = server.client().get(callback);
        Client.Answer answered = server.client()
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(INTEGRATIONS + "/calendar/callback", "code=good&state=" + state + "&iss=https%3A%2F%2Fother");

        assertThat(page.body()).contains("name=\"iss\" value=\"https://other\"");
        assertThat(answered.header("Location")).contains("error=");
        assertThat(of(ada.client(), "calendar").get("connected").asBoolean()).isFalse();
    }

    @Test
    void a_server_that_misses_scopes_is_403_with_their_names() {
        Client.Person ada = server.client().register("scopes@example.org");
        server.client()
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(INTEGRATIONS + "/calendar/callback", "code=weak&state=" + begun(ada.client()));

        Client.Answer refused = execute(ada.client(), idOf(ada.client(), "calendar.run"), "{}");

        assertThat(refused.error()).isEqualTo("403 INSUFFICIENT_SCOPES");
        assertThat(refused.json().at("/error/details/missingScopes").toString()).isEqualTo("[\"more\"]");
        assertThat(refused.json().at("/error/details/connect").asText()).isEqualTo(INTEGRATIONS + "/calendar/connect");
    }

    @Test
    void an_integration_is_shown_with_its_state_and_the_tools_that_were_left_out() {
        Client client = stranger();

        JsonNode calendar = client.get(INTEGRATIONS + "/calendar").json();
        JsonNode drawings = client.get(INTEGRATIONS + "/drawings").json();

        assertThat(calendar.get("state").asText()).isEqualTo("ready");
        assertThat(calendar.get("error").isNull()).isTrue();
        assertThat(calendar.get("toolCount").asInt()).isPositive();
        assertThat(calendar.get("checkedAt").asText()).matches(TIMESTAMP);
        assertThat(calendar.get("source").asText()).isEqualTo("manifest");
        assertThat(calendar.get("visibility").asText()).isEqualTo("shared");
        assertThat(calendar.get("leftOut").toString()).isEqualTo("[{\"name\":\"bad\",\"reason\":\"is broken\"}]");
        assertThat(drawings.get("state").asText()).isEqualTo("not_configured");
        assertThat(drawings.get("redirectUri").asText()).endsWith(INTEGRATIONS + "/drawings/callback");
        assertThat(client.get(INTEGRATIONS + "/postbox")
                        .json()
                        .get("redirectUri")
                        .isNull())
                .isTrue();
        assertThat(of(client, "calendar").has("leftOut")).isFalse();
        assertThat(of(client, "builtin").get("source").asText()).isEqualTo("builtin");
        assertThat(client.get(INTEGRATIONS + "/unknown").error()).isEqualTo("404 NOT_FOUND");
        assertThat(server.client().get(INTEGRATIONS + "/calendar").status()).isEqualTo(401);
    }

    @Test
    void a_logo_is_a_picture_that_runs_nothing_and_another_users_is_not_found() {
        Client.Person ada = server.client().register("logo@example.org");
        Client person = ada.client();
        Integration.Key drawings = new Integration.Key(Optional.empty(), new IntegrationName("drawings"));
        String path = INTEGRATIONS + "/drawings/logo";
        assertThat(of(person, "drawings").get("logo").isNull()).isTrue();
        assertThat(person.get(path).error()).isEqualTo("404 NOT_FOUND");

        stores.integrations().putLogo(drawings, new IntegrationLogo("image/png", "AQID", Sample.NOW));
        Client.Answer logo = person.get(path);

        assertThat(of(person, "drawings").get("logo").asText()).isEqualTo(path);
        assertThat(person.get(INTEGRATIONS + "/drawings").text("logo")).isEqualTo(path);
        assertThat(logo.status()).isEqualTo(200);
        assertThat(logo.header("Content-Type")).isEqualTo("image/png");
        assertThat(logo.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(logo.header("Content-Security-Policy")).isEqualTo("sandbox; default-src 'none'");
        assertThat(person.with("If-None-Match", logo.header("ETag")).get(path).status())
                .isEqualTo(304);
        assertThat(server.client().get(path).status()).isEqualTo(401);
        assertThat(person.get(INTEGRATIONS + "/unknown/logo").error()).isEqualTo("404 NOT_FOUND");
    }

    @Test
    void an_unknown_state_is_refused_before_anything_is_asked() {
        Client form = server.client().with("Content-Type", "application/x-www-form-urlencoded");

        assertThat(server.client()
                        .get(INTEGRATIONS + "/calendar/callback?code=good&state=unknown")
                        .status())
                .isEqualTo(422);
        assertThat(confirmed("unknown").status()).isEqualTo(422);
        assertThat(form.post(INTEGRATIONS + "/calendar/callback", "code=good").text("error.message"))
                .isEqualTo("state: is required");
        assertThat(form.with("Origin", "https://evil.example")
                        .post(INTEGRATIONS + "/calendar/callback", "code=good&state=unknown")
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "{\"url\":5}", "{\"scopes\":{}}"})
    void who_may_not_change_an_integration_is_told_that_before_the_body_is_looked_at(String body) {
        assertThat(stranger().send("PATCH", INTEGRATIONS + "/calendar", body).error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(stranger().send("PATCH", INTEGRATIONS + "/none", body).error())
                .isEqualTo("404 NOT_FOUND");
        assertThat(server.client()
                        .send("PATCH", INTEGRATIONS + "/calendar", body)
                        .error())
                .isEqualTo("401 UNAUTHENTICATED");
    }

    @Test
    void integrations_are_listed_as_the_caller_has_them() {
        JsonNode calendar = of(stranger(), "calendar");

        assertThat(calendar.get("auth").asText()).isEqualTo("oauth2");
        assertThat(calendar.get("kind").asText()).isEqualTo("http");
        assertThat(calendar.get("scopes").toString()).isEqualTo("[\"read\",\"write\"]");
        assertThat(calendar.get("connected").asBoolean()).isFalse();
        assertThat(calendar.get("grantedScopes")).isEmpty();
        assertThat(calendar.get("connectedAt").isNull()).isTrue();
    }

    @Test
    void a_key_for_some_tools_cannot_replace_or_end_a_connection() {
        Client person = stranger();
        String key = person.post("/api/v1/keys", "{\"name\":\"k\",\"tools\":[\"calendar.run\"]}")
                .text("key");
        Client narrow = server.client().bearing(key);

        assertThat(narrow.post(INTEGRATIONS + "/calendar/connect", "{\"redirectUri\":\"https://app.example/\"}")
                        .error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(narrow.delete(INTEGRATIONS + "/calendar/disconnect").error())
                .isEqualTo("403 INSUFFICIENT_PERMISSIONS");
        assertThat(narrow.delete(INTEGRATIONS + "/unknown/disconnect").status()).isEqualTo(404);
    }

    @Test
    void a_consent_leads_over_the_provider_back_to_where_it_began() {
        Client client = stranger();
        String id = idOf(client, "calendar.run");
        assertThat(execute(client, id, "{}").text("error.code")).isEqualTo("INTEGRATION_NOT_CONNECTED");

        Client.Answer begun = client.post(
                INTEGRATIONS + "/calendar/connect",
                "{\"redirectUri\":\"https://app.example/done?x=1\",\"scopes\":[\"read\"]}");
        String state = begun.text("state");
        Client.Answer answered = confirmed(state);
        Client.Answer again = confirmed(state);

        assertThat(begun.status()).isEqualTo(200);
        assertThat(begun.json().get("expiresIn").asInt()).isEqualTo(600);
        assertThat(begun.text("authorizationUrl"))
                .contains("callback=https://guildhall.example/api/v1/integrations/calendar/callback");
        assertThat(answered.status()).isEqualTo(302);
        assertThat(answered.header("Location"))
                .startsWith("https://app.example/done?x=1&")
                .contains("status=connected")
                .doesNotContain("token");
        assertThat(again.status()).isEqualTo(422);
        JsonNode connected = of(client, "calendar");
        assertThat(connected.get("connected").asBoolean()).isTrue();
        assertThat(connected.get("grantedScopes").toString()).isEqualTo("[\"read\"]");
        assertThat(connected.get("connectedAt").asText()).matches(TIMESTAMP);
        Client.Answer narrow = execute(client, id, "{}");
        assertThat(narrow.error()).isEqualTo("403 INSUFFICIENT_SCOPES");
        assertThat(narrow.text("error.details.missingScopes.0")).isEqualTo("write");
        assertThat(narrow.text("error.details.connect")).isEqualTo(INTEGRATIONS + "/calendar/connect");
    }

    @Test
    void a_browser_that_comes_back_a_second_time_gets_a_page() {
        Client client = stranger();
        String state = client.post(INTEGRATIONS + "/calendar/connect", "{\"redirectUri\":\"https://app.example/done\"}")
                .text("state");
        confirmed(state);

        Client.Answer again = server.client()
                .with("Accept", "text/html,application/xhtml+xml")
                .get(INTEGRATIONS + "/calendar/callback?code=c&state=" + state);

        assertThat(again.status()).isEqualTo(400);
        assertThat(again.header("Content-Type")).startsWith("text/html");
        assertThat(again.header("Content-Security-Policy")).contains("default-src 'none'", "form-action 'none'");
        assertThat(again.body())
                .contains("Not connected", "href=\"http://guildhall.test/integrations\"")
                .doesNotContain(state);
    }

    @Test
    void a_refused_consent_comes_back_as_an_error() {
        Client client = stranger();
        String state = client.post(INTEGRATIONS + "/calendar/connect", "{\"redirectUri\":\"https://app.example/done\"}")
                .text("state");

        Client.Answer answered =
                server.client().get(INTEGRATIONS + "/calendar/callback?error=access_denied&state=" + state);

        assertThat(answered.status()).isEqualTo(302);
        assertThat(answered.header("Location"))
                .startsWith("https://app.example/done?")
                .contains("error=access_denied");
        assertThat(of(client, "calendar").get("connected").asBoolean()).isFalse();
    }

    @Test
    void a_key_connects_at_once_and_disconnecting_is_204_every_time() {
        Client client = stranger();

        Client.Answer connected = client.post(INTEGRATIONS + "/postbox/connect", "{\"apiKey\":\"k-123\"}");
        Client.Answer ran = execute(client, idOf(client, "postbox.run"), "{}");
        Client.Answer first = delete(client, INTEGRATIONS + "/postbox/disconnect");
        Client.Answer second = delete(client, INTEGRATIONS + "/postbox/disconnect");

        assertThat(connected.status()).isEqualTo(200);
        assertThat(connected.json().get("authorizationUrl").isNull()).isTrue();
        assertThat(ran.text("result.credential")).isEqualTo("ApiKey");
        assertThat(first.status()).isEqualTo(204);
        assertThat(second.status()).isEqualTo(204);
        assertThat(of(client, "postbox").get("connected").asBoolean()).isFalse();
    }

    @Test
    void what_a_connection_needs_is_said() {
        Client client = stranger();

        assertThat(client.post(INTEGRATIONS + "/calendar/connect", "{}").text("error.message"))
                .isEqualTo("redirectUri: is required");
        assertThat(client.post(INTEGRATIONS + "/postbox/connect", "{}").text("error.message"))
                .isEqualTo("apiKey: is required");
        Client.Answer unconfigured =
                client.post(INTEGRATIONS + "/drawings/connect", "{\"redirectUri\":\"https://app.example/\"}");
        assertThat(unconfigured.error()).isEqualTo("400 INTEGRATION_NOT_CONFIGURED");
        assertThat(client.post(INTEGRATIONS + "/missing/connect", "{}").status())
                .isEqualTo(404);
        assertThat(delete(client, INTEGRATIONS + "/missing/disconnect").status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"redirectUri\":5}", "{\"redirectUri\":\"nowhere\",\"scopes\":7}"})
    void an_integration_that_cannot_be_connected_is_refused_alike_with_a_bad_body(String body) {
        Client client = stranger();
        String good = "{\"redirectUri\":\"https://app.example/\"}";

        for (String name : List.of("drawings", "missing")) {
            String path = INTEGRATIONS + "/" + name + "/connect";
            assertThat(client.post(path, body).json())
                    .isEqualTo(client.post(path, good).json());
        }
        assertThat(client.post(INTEGRATIONS + "/calendar/connect", body).status())
                .isEqualTo(422);
    }

    @Test
    void tools_of_an_integration_that_is_not_configured_are_not_offered_and_users_own_are() {
        Client client = stranger();
        String own = ToolRequests.registered(
                client,
                "{\"name\":\"drawings.mine\",\"description\":\"Draws a"
                        + " circle\",\"version\":\"1\",\"integration\":\"drawings\"}");

        Client.Answer listed = client.get("/api/v1/tools?integration=drawings");
        Client.Answer found = client.post("/api/v1/tools/search", "{\"query\":\"drawings\",\"limit\":100}");

        assertThat(listed.json().findValuesAsText("id")).containsExactly(own);
        assertThat(listed.json().get("total").asInt()).isEqualTo(1);
        assertThat(found.json().findValuesAsText("name"))
                .contains("drawings.mine")
                .doesNotContain("drawings.run");
        assertThat(of(client, "drawings").get("connected").asBoolean()).isFalse();
    }

    @Test
    void a_tool_of_ones_own_needs_the_scopes_of_the_action_that_it_reaches() {
        Client client = stranger();
        String state = client.post(
                        INTEGRATIONS + "/calendar/connect",
                        "{\"redirectUri\":\"https://app.example/\",\"scopes\":[\"read\"]}")
                .text("state");
        confirmed(state);
        String own = ToolRequests.registered(
                client,
                "{\"name\":\"calendar.run\",\"description\":\"Mine\",\"version\":\"1\",\"integration\":\"calendar\"}");

        Client.Answer answer = execute(client, own, "{}");

        assertThat(answer.text("error.code")).isEqualTo("INSUFFICIENT_SCOPES");
        assertThat(answer.text("error.details.missingScopes.0")).isEqualTo("write");
    }
}
