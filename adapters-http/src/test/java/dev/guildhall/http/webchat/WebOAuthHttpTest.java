package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TrustingProvider;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sign-in of browsers with a provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebOAuthHttpTest {
    private static final String BEGIN = "/api/session/oauth/acme";
    private static final String STATE = "guildhall_sign_in";
    private static final String LINK = "guildhall_link";

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.oauthProviders(() -> List.of(new TrustingProvider())));

    private final Client client = server.client();

    private static List<String> cookies(Client.Answer answer) {
        return answer.headers().allValues("Set-Cookie");
    }

    /** What the browser keeps of a sign-in that it has begun. */
    private String begun() {
        Client.Answer answer = client.get(BEGIN);
        String cookie = cookies(answer).getFirst();
        return cookie.substring(STATE.length() + 1, cookie.indexOf(';'));
    }

    private Client.Answer back(String cookie, String query) {
        return client.with("Cookie", STATE + "=" + cookie).get(BEGIN + "/callback?" + query);
    }

    @Test
    void the_providers_are_listed_for_the_page() {
        assertThat(client.get("/api/session/providers").body())
                .isEqualTo("{\"providers\":[{\"name\":\"acme\",\"displayName\":\"Acme\",\"kind\":\"openid_connect\"}],"
                        + "\"registration\":\"open\",\"needsAdmin\":false,\"mail\":false}");
    }

    @Test
    void a_sign_in_goes_to_the_provider_and_comes_back_with_a_session() {
        Client.Answer begun = client.get(BEGIN);
        String state = begun.header("Location").replaceFirst(".*state=", "");
        Client.Answer back = back(state, "state=" + state + "&code=ada@example.org");
        Browser ada = new Browser(client.with("Cookie", Browser.COOKIE + "=" + Browser.keyOf(back)), "", "", "");

        assertThat(begun.status()).isEqualTo(302);
        assertThat(begun.header("Location")).startsWith("https://acme.example/authorize?state=");
        assertThat(cookies(begun))
                .containsExactly(STATE + "=" + state + "; Path=/; HttpOnly; SameSite=Lax; Max-Age=600");
        assertThat(back.status()).isEqualTo(302);
        assertThat(back.header("Location")).isEqualTo("/");
        assertThat(back.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(cookies(back))
                .hasSize(2)
                .contains(STATE + "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
                .anyMatch(cookie -> cookie.startsWith(Browser.COOKIE + "=") && cookie.contains("HttpOnly"));
        assertThat(ada.get("/api/session").status()).isEqualTo(200);
    }

    @Test
    void the_session_that_the_browser_had_ends() {
        Browser former = Browser.stranger(client);
        String state = begun();

        client.with("Cookie", STATE + "=" + state + "; " + Browser.COOKIE + "=" + former.key())
                .get(BEGIN + "/callback?state=" + state + "&code=new@example.org");

        assertThat(former.get("/api/session").status()).isEqualTo(401);
    }

    @Test
    void a_state_signs_in_the_browser_alone_that_began_with_it() {
        String attackers = begun();
        String own = begun();

        Client.Answer other = back(own, "state=" + attackers + "&code=eve@example.org");
        Client.Answer none = client.get(BEGIN + "/callback?state=" + attackers + "&code=eve@example.org");

        assertThat(List.of(other, none)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("message"))
                    .isEqualTo("state: is not known, was used already, or has expired; sign in again");
            assertThat(Browser.keyOf(answer)).isEmpty();
        });
    }

    @Test
    void sign_ins_in_several_tabs_end_on_their_own() {
        String first = begun();
        Client.Answer second = client.with("Cookie", STATE + "=" + first).get(BEGIN);
        String both = cookies(second).getFirst();
        String kept = both.substring(STATE.length() + 1, both.indexOf(';'));
        String own = kept.substring(0, kept.indexOf('.'));

        Client.Answer one = back(kept, "state=" + first + "&code=tabs@example.org");
        Client.Answer other = back(own, "state=" + own + "&code=tabs@example.org");

        assertThat(one.header("Location")).isEqualTo("/");
        assertThat(cookies(one)).anyMatch(cookie -> cookie.startsWith(STATE + "=" + own + ";"));
        assertThat(other.header("Location")).isEqualTo("/");
        assertThat(cookies(other)).anyMatch(cookie -> cookie.startsWith(STATE + "=;"));
    }

    @Test
    void of_many_sign_ins_the_latest_five_are_kept() {
        String kept = begun();
        for (int i = 0; i < 6; i++) {
            String cookie = cookies(client.with("Cookie", STATE + "=" + kept).get(BEGIN))
                    .getFirst();
            kept = cookie.substring(STATE.length() + 1, cookie.indexOf(';'));
        }

        assertThat(kept.split("\\.")).hasSize(5);
    }

    @Test
    void a_state_is_good_once() {
        String state = begun();
        back(state, "state=" + state + "&code=once@example.org");

        Client.Answer again = back(state, "state=" + state + "&code=once@example.org");

        assertThat(again.status()).isEqualTo(400);
    }

    @Test
    void a_browser_gets_a_page_when_the_state_is_not_valid() {
        String state = begun();
        Client.Answer signedIn = back(state, "state=" + state + "&code=page@example.org");
        Client browser = client.with("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

        Client.Answer unknown = browser.get(BEGIN + "/callback?state=x&code=page@example.org");
        Client.Answer again = browser.with("Cookie", Browser.COOKIE + "=" + Browser.keyOf(signedIn))
                .get(BEGIN + "/callback?state=" + state + "&code=page@example.org");

        assertThat(List.of(unknown, again)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("Content-Type")).startsWith("text/html");
            assertThat(answer.header("Content-Security-Policy")).startsWith("default-src 'none'; style-src 'sha256-");
            assertThat(answer.body()).contains("<h1>Not signed in</h1>");
        });
        assertThat(unknown.body()).contains("<a href=\"/sign-in\">Go back</a>");
        assertThat(again.body()).contains("<a href=\"/\">Go back</a>");
    }

    @ParameterizedTest
    @CsvSource({
        "code=refused, refused",
        "code=down, unavailable",
        "error=access_denied, denied",
        "error=server_error, refused",
        "'', refused"
    })
    void a_failure_leads_to_the_page_for_signing_in(String query, String error) {
        String state = begun();

        Client.Answer answer = back(state, "state=" + state + "&" + query);

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).isEqualTo("/sign-in?error=" + error);
        assertThat(Browser.keyOf(answer)).isEmpty();
        assertThat(cookies(answer)).containsExactly(STATE + "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    }

    @Test
    void an_unknown_provider_leads_there_too() {
        assertThat(client.get("/api/session/oauth/other").header("Location")).isEqualTo("/sign-in?error=provider");
        assertThat(client.get("/api/session/oauth/%20").header("Location")).isEqualTo("/sign-in?error=provider");
    }

    @Test
    void an_address_of_another_account_is_not_taken_over() {
        Browser owner = Browser.stranger(client);
        String state = begun();

        Client.Answer answer = back(state, "state=" + state + "&code=" + owner.email());

        assertThat(answer.header("Location")).isEqualTo("/sign-in?error=not_linked");
    }

    @Test
    void a_browser_that_a_provider_sends_back_is_let_in_from_its_site() {
        String state = begun();

        Client.Answer answer = client.with("Cookie", STATE + "=" + state)
                .with("Sec-Fetch-Site", "cross-site")
                .with("Sec-Fetch-Mode", "navigate")
                .with("Sec-Fetch-Dest", "document")
                .get(BEGIN + "/callback?state=" + state + "&code=site@example.org");

        assertThat(answer.header("Location")).isEqualTo("/");
    }

    /** Begins to link an identity; the state. */
    private static String linkBegun(Browser browser) {
        Client.Answer answer = browser.post(BEGIN, "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        String state = answer.json().get("authorizationUrl").asText().replaceFirst(".*state=", "");
        assertThat(cookies(answer))
                .containsExactly(LINK + "=" + state + "; Path=/; HttpOnly; SameSite=Lax; Max-Age=600");
        return state;
    }

    private Client.Answer linked(Browser browser, String state, String query) {
        return client.with("Cookie", LINK + "=" + state + "; " + Browser.COOKIE + "=" + browser.key())
                .get(BEGIN + "/callback?state=" + state + "&" + query);
    }

    @Test
    void a_browser_with_a_session_is_led_to_the_account_page_in_place_of_the_provider() {
        Client.Answer answer = Browser.stranger(client).get(BEGIN);

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).isEqualTo("/account/providers?link=acme");
        assertThat(cookies(answer)).isEmpty();
    }

    @Test
    void a_browser_whose_session_has_ended_begins_a_sign_in() {
        Browser former = Browser.stranger(client);
        former.delete("/api/session");

        assertThat(former.get(BEGIN).header("Location")).startsWith("https://acme.example/authorize?state=");
    }

    @Test
    void an_identity_is_linked_listed_signs_in_and_is_unlinked() {
        Browser ada = Browser.stranger(client);
        String state = linkBegun(ada);

        Client.Answer back = linked(ada, state, "code=ada-at-acme@example.org");
        JsonNode identities = ada.get("/web/api/v1/auth/identities").json().get("identities");
        String other = begun();
        Client.Answer signedIn = back(other, "state=" + other + "&code=ada-at-acme@example.org");

        assertThat(back.status()).isEqualTo(302);
        assertThat(back.header("Location")).isEqualTo("/account/providers?linked=acme");
        assertThat(cookies(back)).containsExactly(LINK + "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
        assertThat(identities.findValuesAsText("subject")).containsExactly("ada-at-acme@example.org");
        assertThat(client.with("Cookie", Browser.COOKIE + "=" + Browser.keyOf(signedIn))
                        .get("/api/session")
                        .json()
                        .get("email")
                        .asText())
                .isEqualTo(ada.email());
        String id = identities.get(0).get("id").asText();
        assertThat(ada.delete("/web/api/v1/auth/identities/" + id).status()).isEqualTo(204);
    }

    @Test
    void an_identity_of_another_account_and_a_refusal_are_told_on_the_account_page() {
        Browser ada = Browser.stranger(client);
        Browser bob = Browser.stranger(client);
        linked(ada, linkBegun(ada), "code=shared@example.org");

        assertThat(linked(bob, linkBegun(bob), "code=shared@example.org").header("Location"))
                .isEqualTo("/account/providers?error=taken");
        assertThat(linked(bob, linkBegun(bob), "error=access_denied").header("Location"))
                .isEqualTo("/account/providers?error=denied");
        assertThat(linked(bob, linkBegun(bob), "code=down").header("Location"))
                .isEqualTo("/account/providers?error=unavailable");
    }

    @Test
    void a_link_is_neither_begun_by_another_site_nor_ended_by_another_account() {
        Browser ada = Browser.stranger(client);
        Browser eve = Browser.stranger(client);
        String eves = linkBegun(eve);

        Client.Answer begun = ada.client()
                .with("Sec-Fetch-Site", "cross-site")
                .with("Sec-Fetch-Mode", "navigate")
                .with("Sec-Fetch-Dest", "document")
                .post(BEGIN, "");
        Client.Answer ended = linked(ada, eves, "code=eve-at-acme@example.org");

        assertThat(begun.status()).isEqualTo(403);
        assertThat(ended.status()).isEqualTo(400);
        assertThat(ada.get("/web/api/v1/auth/identities").json().get("identities"))
                .isEmpty();
    }

    @Test
    void a_link_whose_session_has_ended_leads_to_the_sign_in() {
        Browser ada = Browser.stranger(client);
        String state = linkBegun(ada);
        ada.delete("/api/session");

        assertThat(linked(ada, state, "code=late@example.org").header("Location"))
                .isEqualTo("/sign-in?error=session");
    }
}
