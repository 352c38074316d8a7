package dev.guildhall.http.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MCP sign-in, with what OAuth demands against attacks (OAuth 2.1, 7; RFC 9700). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthorizationHttpTest {
    private static final int UNAUTHORIZED = 401;
    private static final String GRANT = "400 invalid_grant";

    private final TestServer server = TestServer.start();
    private final Client http = server.client();
    private final Browser user = Browser.stranger(http);
    private final OAuthPeer peer = OAuthPeer.registered(http);
    private final OAuthPeer other = OAuthPeer.registered(http);

    @AfterAll
    void stop() {
        server.close();
    }

    private static String fault(Client.Answer answer) {
        return answer.status() + " " + answer.text("error");
    }

    @Test
    void a_client_finds_everything_from_the_address_of_mcp() {
        Client.Answer refused = http.post("/mcp", "{}");
        Client.Answer resource = http.get("/.well-known/oauth-protected-resource/mcp");
        Client.Answer document = http.get("/.well-known/oauth-authorization-server");

        assertThat(refused.status()).isEqualTo(UNAUTHORIZED);
        assertThat(refused.header("WWW-Authenticate"))
                .isEqualTo(
                        "Bearer resource_metadata=\"http://guildhall.test/.well-known/oauth-protected-resource/mcp\"");
        assertThat(resource.text("resource")).isEqualTo(TestServer.ISSUER + "/mcp");
        assertThat(resource.json().at("/authorization_servers/0").asText()).isEqualTo(document.text("issuer"));
        assertThat(document.json().at("/code_challenge_methods_supported")).hasToString("[\"S256\"]");
        assertThat(document.json()
                        .at("/authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
        assertThat(http.get("/.well-known/oauth-protected-resource").body()).isEqualTo(resource.body());
    }

    @Test
    void the_user_is_told_who_asks_and_where_the_way_leads() {
        Client.Answer shown = OAuthPeer.shown(user, peer.request());

        assertThat(shown.texts("clientId", "clientName", "redirectHost", "error"))
                .containsExactly(peer.id(), "Peer", "127.0.0.1:7777", "null");
        assertThat(shown.json().get("scopes")).hasToString("[\"mcp\"]");
    }

    @Test
    void consent_leads_back_with_a_code_the_state_and_the_issuer() {
        Map<String, String> returned = OAuthPeer.returned(user, peer.request(), true);

        assertThat(returned)
                .containsOnlyKeys("code", "state", "iss")
                .containsEntry("state", OAuthPeer.STATE)
                .containsEntry("iss", TestServer.ISSUER);
    }

    @Test
    void a_refusal_is_told_with_the_issuer_too() {
        Map<String, String> returned = OAuthPeer.returned(user, peer.request(), false);

        assertThat(returned)
                .containsEntry("error", "access_denied")
                .containsEntry("state", OAuthPeer.STATE)
                .containsEntry("iss", TestServer.ISSUER)
                .doesNotContainKey("code");
    }

    @Test
    void its_tokens_are_good_for_mcp_alone() {
        String token = peer.connected(user).text("access_token");
        Client bearing = http.bearing(token);

        assertThat(peer.ping(token)).isEqualTo(200);
        assertThat(List.of("/api/v1/auth/session", "/api/v1/tools", "/api/v1/keys", "/completion/api/models"))
                .allSatisfy(
                        path -> assertThat(bearing.get(path).status()).as(path).isEqualTo(UNAUTHORIZED));
        assertThat(http.with("x-api-key", token).get("/api/v1/tools").status()).isEqualTo(UNAUTHORIZED);
    }

    @Test
    void a_token_of_the_user_is_still_good_for_mcp() {
        assertThat(peer.ping(http.stranger().accessToken())).isEqualTo(200);
    }

    @Test
    void a_code_is_good_once_and_its_reuse_revokes_what_it_issued() {
        String code = peer.code(user);
        Client.Answer first = peer.token(peer.redemption(code));

        Client.Answer second = peer.token(peer.redemption(code));

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("Cache-Control")).isEqualTo("no-store");
        assertThat(fault(second)).isEqualTo(GRANT);
        assertThat(peer.ping(first.text("access_token"))).isEqualTo(UNAUTHORIZED);
        assertThat(fault(peer.token(peer.refreshing(first.text("refresh_token")))))
                .isEqualTo(GRANT);
    }

    @Test
    void of_concurrent_redemptions_of_one_code_at_most_one_succeeds() throws Exception {
        Map<String, String> redemption = peer.redemption(peer.code(user));
        Callable<Client.Answer> redeem = () -> peer.token(redemption);

        List<Client.Answer> answers = AtOnce.run(Collections.nCopies(8, redeem));

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void a_client_finds_everything_at_the_address_that_it_was_given() {
        try (TestServer anywhere = TestServer.startAnyAddress(parts -> parts)) {
            Client client = anywhere.client();
            String address = "http://127.0.0.1:" + anywhere.port();

            Client.Answer refused = client.post("/mcp", "{}");
            Client.Answer resource = client.get("/.well-known/oauth-protected-resource/mcp");
            Client.Answer document = client.get("/.well-known/oauth-authorization-server");

            assertThat(refused.header("WWW-Authenticate")).contains("\"" + address + "/.well-known/");
            assertThat(resource.text("resource")).isEqualTo(address + "/mcp");
            assertThat(document.text("issuer")).isEqualTo(address);
            assertThat(document.text("authorization_endpoint")).isEqualTo(address + "/oauth/authorize");
        }
    }

    @Test
    void a_forged_host_gets_no_document() {
        try (TestServer anywhere = TestServer.startAnyAddress(parts -> parts)) {
            for (String path : List.of("/.well-known/oauth-protected-resource/mcp", "/mcp", "/oauth/authorize")) {
                try (RawHttp raw = new RawHttp(anywhere.port())) {
                    String answer = raw.send(
                                    "GET " + path + " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                            .readAll();

                    assertThat(answer).startsWith("HTTP/1.1 421").doesNotContain("http://evil.example");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "code_verifier, another-verifier-of-43-characters-and-a-few-0",
        "redirect_uri, http://127.0.0.1:7777/other",
        "redirect_uri, http://127.0.0.1:7778/callback",
        "code, ghc_unknown"
    })
    void a_code_needs_its_verifier_and_its_redirect_address(String field, String value) {
        Map<String, String> fields = peer.redemption(peer.code(user));
        String code = fields.get("code");
        fields.put(field, value);

        assertThat(fault(peer.token(fields))).isEqualTo(GRANT);
        assertThat(peer.token(peer.redemption(code)).status() == 200).isEqualTo(field.equals("code"));
    }

    @Test
    void another_client_cannot_redeem_a_code() {
        Map<String, String> stolen = other.redemption(peer.code(user));

        assertThat(fault(other.token(stolen))).isEqualTo(GRANT);
    }

    @Test
    void a_code_without_a_verifier_is_refused() {
        Map<String, String> fields = peer.redemption(peer.code(user));
        fields.remove("code_verifier");

        assertThat(fault(peer.token(fields))).isEqualTo("400 invalid_request");
    }

    @ParameterizedTest
    @CsvSource({
        "code_challenge, '', invalid_request",
        "code_challenge, short, invalid_request",
        "code_challenge_method, plain, invalid_request",
        "code_challenge_method, '', invalid_request",
        "response_type, token, unsupported_response_type",
        "response_type, '', invalid_request",
        "response_mode, fragment, invalid_request",
        "resource, https://other.example/mcp, invalid_target",
        "resource, http://guildhall.test.evil.example/mcp, invalid_target"
    })
    void a_fault_of_the_request_is_told_to_the_client_and_no_code_is_issued(String field, String value, String error) {
        Map<String, String> request = peer.request(field, value);

        assertThat(OAuthPeer.shown(user, request).text("error")).isNotEqualTo("null");
        assertThat(OAuthPeer.returned(user, request, true))
                .containsEntry("error", error)
                .containsEntry("state", OAuthPeer.STATE)
                .containsEntry("iss", TestServer.ISSUER)
                .doesNotContainKey("code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:7777/callback/",
                "http://127.0.0.1:7777/callback/../callback",
                "http://127.0.0.1:7777/CALLBACK",
                "http://127.0.0.1:7777/callback?more=1",
                "http://127.0.0.1:7777/callback#part",
                "http://user@127.0.0.1:7777/callback",
                "http://127.0.0.1:7777@evil.example/callback",
                "http://127.0.0.1.evil.example:7777/callback",
                "http://localhost:7777/callback",
                "https://127.0.0.1:7777/callback",
                "http://evil.example/callback",
                "javascript:alert(1)",
                "//evil.example/callback"
            })
    void the_user_is_sent_to_no_address_that_the_client_has_not_named(String redirect) {
        Map<String, String> request = peer.request("redirect_uri", redirect);

        assertThat(OAuthPeer.shown(user, request).status()).isEqualTo(400);
        assertThat(OAuthPeer.answered(user, request, true).status()).isEqualTo(400);
        assertThat(OAuthPeer.answered(user, request, false).status()).isEqualTo(400);
    }

    @Test
    void a_program_on_the_users_machine_takes_any_port() {
        String redirect = "http://127.0.0.1:50123/callback";

        Client.Answer answer = OAuthPeer.answered(user, peer.request("redirect_uri", redirect), true);

        assertThat(answer.text("redirectTo")).startsWith(redirect + "?");
    }

    @Test
    void an_unknown_client_leads_nowhere() {
        assertThat(OAuthPeer.shown(user, peer.request("client_id", "client_unknown"))
                        .status())
                .isEqualTo(400);
        assertThat(OAuthPeer.shown(user, peer.request("client_id", "")).status())
                .isEqualTo(400);
    }

    @Test
    void a_field_that_is_sent_twice_is_refused() {
        String request = OAuthPeer.form(peer.request());
        String token = OAuthPeer.form(peer.redemption("ghc_x"));

        assertThat(user.get("/api/oauth/consent?request=" + OAuthPeer.encoded(request + "&client_id=x"))
                        .status())
                .isEqualTo(400);
        assertThat(fault(peer.send("/oauth/token", token + "&code=y"))).isEqualTo("400 invalid_request");
    }

    @Test
    void a_refresh_token_is_good_once_and_its_reuse_ends_the_session() {
        Client.Answer first = peer.connected(user);
        String used = first.text("refresh_token");
        Client.Answer second = peer.token(peer.refreshing(used));

        Client.Answer theft = peer.token(peer.refreshing(used));

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("refresh_token")).isNotEqualTo(used);
        assertThat(fault(theft)).isEqualTo(GRANT);
        assertThat(peer.ping(second.text("access_token"))).isEqualTo(UNAUTHORIZED);
    }

    @Test
    void refresh_tokens_of_others_are_refused_and_stay_good() {
        String token = peer.connected(user).text("refresh_token");
        Client.Person person = http.stranger();

        assertThat(fault(other.token(other.refreshing(token)))).isEqualTo(GRANT);
        assertThat(fault(peer.token(peer.refreshing(person.refreshToken())))).isEqualTo(GRANT);
        assertThat(http.post("/api/v1/auth/token/refresh", "{\"refreshToken\":\"" + token + "\"}")
                        .status())
                .isEqualTo(UNAUTHORIZED);
        assertThat(peer.token(peer.refreshing(token)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "refresh_token"})
    void a_client_revokes_its_tokens_and_no_others(String field) {
        Client.Answer tokens = peer.connected(user);
        String access = tokens.text("access_token");

        Client.Answer stranger = other.revoke(tokens.text(field));
        int before = peer.ping(access);
        Client.Answer own = peer.revoke(tokens.text(field));
        Client.Answer again = peer.revoke(tokens.text(field));

        assertThat(List.of(stranger.status(), own.status(), again.status())).containsOnly(200);
        assertThat(before).isEqualTo(200);
        assertThat(peer.ping(access)).isEqualTo(UNAUTHORIZED);
        assertThat(fault(peer.token(peer.refreshing(tokens.text("refresh_token")))))
                .isEqualTo(GRANT);
    }

    @Test
    void the_user_lists_connected_clients_and_ends_one() {
        Browser alone = Browser.stranger(http);
        String token = peer.connected(alone).text("access_token");

        JsonNode newest = alone.get("/web/api/v1/auth/sessions").json().at("/sessions/0");
        int ended = alone.delete("/web/api/v1/auth/sessions/" + newest.get("id").asText())
                .status();

        assertThat(newest.at("/client/name").asText()).isEqualTo("Peer");
        assertThat(newest.at("/client/id").asText()).isEqualTo(peer.id());
        assertThat(ended).isEqualTo(204);
        assertThat(peer.ping(token)).isEqualTo(UNAUTHORIZED);
    }

    @Test
    void a_client_that_sends_a_secret_is_refused() {
        Map<String, String> fields = new HashMap<>(peer.redemption("ghc_x"));
        fields.put("client_secret", "secret");
        OAuthPeer basic = new OAuthPeer(http.with("Authorization", "Basic YTpi"), peer.id());

        assertThat(fault(peer.token(fields))).isEqualTo("401 invalid_client");
        assertThat(fault(basic.token(peer.redemption("ghc_x")))).isEqualTo("401 invalid_client");
    }

    @ParameterizedTest
    @CsvSource({
        "grant_type, password, 400 unsupported_grant_type",
        "grant_type, client_credentials, 400 unsupported_grant_type",
        "grant_type, '', 400 invalid_request",
        "client_id, '', 400 invalid_request",
        "resource, https://other.example/mcp, 400 invalid_target"
    })
    void a_malformed_request_for_tokens_is_refused(String field, String value, String fault) {
        Map<String, String> fields = peer.redemption("ghc_x");
        fields.put(field, value);

        assertThat(fault(peer.token(fields))).isEqualTo(fault);
    }

    @Test
    void tokens_are_asked_for_with_a_form() {
        Client.Answer json = http.with("Content-Type", "application/json").post("/oauth/token", "{}");

        assertThat(fault(json)).isEqualTo("400 invalid_request");
    }

    @Test
    void only_the_page_of_this_server_gives_consent_and_only_with_a_session() {
        String body = "{\"request\":\"x=1\",\"approved\":true}";
        Client forged = http.with("Cookie", Browser.COOKIE + "=" + user.key());

        assertThat(http.post("/api/oauth/consent", body).status()).isEqualTo(UNAUTHORIZED);
        assertThat(http.bearing(http.stranger().accessToken())
                        .post("/api/oauth/consent", body)
                        .status())
                .isEqualTo(UNAUTHORIZED);
        assertThat(forged.with("Origin", "https://evil.example")
                        .post("/api/oauth/consent", body)
                        .status())
                .isEqualTo(403);
        assertThat(forged.with("Origin", TestServer.ALLOWED_ORIGIN)
                        .post("/api/oauth/consent", body)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void the_page_cannot_be_framed_and_sends_no_query_to_others() {
        Client.Answer page = http.get("/oauth/authorize?" + OAuthPeer.form(peer.request()));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Security-Policy")).contains("frame-ancestors 'none'", "default-src 'none'");
        assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
    }

    @Test
    void pages_of_any_origin_may_ask_for_tokens_without_credentials() {
        Client page = http.with("Origin", "https://inspector.example");
        Client.Answer preflight =
                page.with("Access-Control-Request-Method", "POST").send("OPTIONS", "/oauth/token");
        Client.Answer answer = new OAuthPeer(page, peer.id()).token(peer.redemption("ghc_x"));

        assertThat(preflight.status()).isEqualTo(204);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(page.get("/.well-known/oauth-authorization-server").status()).isEqualTo(200);
    }

    @Test
    void registrations_are_checked_and_limited() {
        try (TestServer flooded = TestServer.start()) {
            Client client = flooded.client();
            List<String> bad = List.of(
                    "http://evil.example/callback",
                    "https://user@app.example/callback",
                    "https://app.example/callback#part",
                    "http://localhost.evil.example/callback",
                    "myapp:/callback",
                    "javascript:alert(1)",
                    "not an address");

            assertThat(bad)
                    .allSatisfy(redirect -> assertThat(
                                    fault(client.post("/oauth/register", "{\"redirect_uris\":[\"" + redirect + "\"]}")))
                            .as(redirect)
                            .isEqualTo("400 invalid_redirect_uri"));
            assertThat(fault(client.post("/oauth/register", "{\"redirect_uris\":[]}")))
                    .isEqualTo("400 invalid_client_metadata");
            assertThat(fault(client.post("/oauth/register", "{\"client_name\":\"x\"}")))
                    .isEqualTo("400 invalid_client_metadata");
            List<Integer> flood = IntStream.range(0, 30)
                    .mapToObj(
                            i -> client.post("/oauth/register", "{\"redirect_uris\":[\"" + OAuthPeer.REDIRECT + "\"]}")
                                    .status())
                    .toList();
            assertThat(flood).contains(201).endsWith(429);
        }
    }
}
