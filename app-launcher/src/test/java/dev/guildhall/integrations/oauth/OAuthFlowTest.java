package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.TransportFault;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A whole sign-in: our service, a browser, the provider, and back, over real sockets. */
@Timeout(60)
class OAuthFlowTest {
    private static final String BACK = "http://localhost:3000/back?to=%2Fhome";
    private static final OAuthTimeouts IMPATIENT =
            new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5));

    @AutoClose
    private final StrictProvider acme = new StrictProvider();

    @AutoClose
    private final StrictGitHub github = new StrictGitHub();

    @AutoClose
    private final SignInServer guildhall = guildhall(OAuthTimeouts.DEFAULT);

    private SignInServer guildhall(OAuthTimeouts timeouts) {
        List<ClientOptions> clients = List.of(
                ProviderFixture.client("acme", acme.issuer()), ProviderFixture.client("github", github.address()));
        return new SignInServer(ConfiguredProviders.of(clients, timeouts, InstantSource.system()));
    }

    private static String authorize(String provider) {
        return "/auth/oauth/" + provider + "/authorize?redirectUri=" + URLEncoder.encode(BACK, StandardCharsets.UTF_8);
    }

    /** Begins a sign-in, and lets the browser open the provider and return. */
    private Browser.Back visit(String provider) {
        return visit(guildhall.get(authorize(provider)));
    }

    private Browser.Back visit(String provider, SignInServer.Answer signedIn) {
        return visit(guildhall.getBearing(signedIn.text("/accessToken"), authorize(provider)));
    }

    private static Browser.Back visit(SignInServer.Answer begun) {
        Browser.Back back = Browser.visit(URI.create(begun.text("/authorizationUrl")));
        assertThat(back.state()).isEqualTo(begun.text("/state"));
        return back;
    }

    private static String grant(String provider, String code, String state) {
        return "{'provider':'" + provider + "','code':'" + code + "','redirectUri':'" + BACK + "','state':'" + state
                + "'}";
    }

    private SignInServer.Answer login(String provider, Browser.Back back) {
        return guildhall.post("/auth/login/oauth", grant(provider, back.code(), back.state()));
    }

    private SignInServer.Answer signIn(String provider) {
        return login(provider, visit(provider));
    }

    private SignInServer.Answer register(String email) {
        return guildhall.post("/auth/register", "{'email':'" + email + "','password':'correct horse'}");
    }

    private static void assertRefused(SignInServer.Answer answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text("/error/code")).isEqualTo(code);
    }

    @Test
    void a_person_signs_in_twice_to_one_account_and_through_another_provider_too() {
        SignInServer.Answer first = signIn("acme");
        SignInServer.Answer second = signIn("acme");
        SignInServer.Answer other = signIn("github");

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.text("/userId")).isEqualTo(first.text("/userId"));
        assertThat(other.text("/userId")).isEqualTo(first.text("/userId"));
        assertThat(second.text("/accessToken")).isNotEqualTo(first.text("/accessToken"));
    }

    @Test
    void an_account_with_an_unverified_address_is_not_linked_automatically() {
        SignInServer.Answer stranger = register("ada@example.org");
        SignInServer.Answer refused = signIn("acme");
        Browser.Back back = visit("acme", stranger);
        SignInServer.Answer linked = guildhall.postBearing(
                stranger.text("/accessToken"), "/auth/identities", grant("acme", back.code(), back.state()));
        SignInServer.Answer signedIn = signIn("acme");

        assertRefused(refused, 409, "ACCOUNT_NOT_LINKED");
        assertThat(linked.status()).isEqualTo(201);
        assertThat(linked.text("/subject")).isEqualTo("ada");
        assertThat(signedIn.text("/userId")).isEqualTo(stranger.text("/userId"));
    }

    @Test
    void an_unverified_address_and_none_link_no_account() {
        String owner = signIn("acme").text("/userId");
        acme.signsIn("eve", Map.of("email", "ada@example.org", "email_verified", false));
        SignInServer.Answer eve = signIn("acme");
        acme.signsIn("joe", Map.of());
        SignInServer.Answer joe = signIn("acme");

        assertThat(owner).startsWith("usr_");
        assertRefused(eve, 409, "ACCOUNT_NOT_LINKED");
        assertThat(joe.status()).isEqualTo(200);
        assertThat(joe.text("/userId")).startsWith("usr_").isNotEqualTo(owner);
    }

    @Test
    void an_identity_of_another_account_is_not_linked() {
        signIn("acme");
        SignInServer.Answer eve = register("eve@example.org");
        Browser.Back back = visit("acme", eve);

        SignInServer.Answer answer = guildhall.postBearing(
                eve.text("/accessToken"), "/auth/identities", grant("acme", back.code(), back.state()));

        assertRefused(answer, 409, "CONFLICT");
    }

    @Test
    void a_repeated_code_or_state_does_not_sign_in() {
        Browser.Back back = visit("acme");
        login("acme", back);
        Browser.Back fresh = visit("acme");

        assertRefused(login("acme", back), 401, "INVALID_CREDENTIALS");
        assertRefused(login("acme", new Browser.Back(back.code(), fresh.state())), 401, "INVALID_CREDENTIALS");
    }

    @Test
    void a_stolen_code_is_worth_nothing_without_its_state_or_with_another_one() {
        Browser.Back victim = visit("acme");
        Browser.Back thief = visit("acme");
        String withoutState = "{'provider':'acme','code':'" + victim.code() + "','redirectUri':'" + BACK + "'}";
        Browser.Back another = visit("acme");

        SignInServer.Answer mixed = login("acme", new Browser.Back(victim.code(), thief.state()));
        SignInServer.Answer without =
                guildhall.post("/auth/login/oauth", withoutState.replace(victim.code(), another.code()));

        assertRefused(mixed, 401, "INVALID_CREDENTIALS");
        assertRefused(without, 401, "INVALID_CREDENTIALS");
    }

    @Test
    void an_expired_state_or_one_of_another_provider_does_not_sign_in() {
        Browser.Back old = visit("acme");
        guildhall.time().advance(Duration.ofMinutes(10));
        Browser.Back ofGitHub = visit("github");
        Browser.Back ofAcme = visit("acme");

        assertRefused(login("acme", old), 401, "INVALID_CREDENTIALS");
        assertRefused(login("acme", new Browser.Back(ofAcme.code(), ofGitHub.state())), 401, "INVALID_CREDENTIALS");
    }

    @ParameterizedTest
    @CsvSource({
        "WRONG_NONCE, 401, INVALID_CREDENTIALS",
        "WRONG_AUDIENCE, 502, UPSTREAM_UNAVAILABLE",
        "WRONG_ISSUER, 502, UPSTREAM_UNAVAILABLE",
        "WRONG_KEY, 502, UPSTREAM_UNAVAILABLE",
        "EXPIRED, 502, UPSTREAM_UNAVAILABLE",
        "UNSIGNED, 502, UPSTREAM_UNAVAILABLE"
    })
    void a_faulty_token_signs_no_user_in(TokenFault fault, int status, String code) {
        acme.does(fault);

        assertRefused(signIn("acme"), status, code);
    }

    @ParameterizedTest
    @CsvSource({"FAILS", "IS_SILENT", "BREAKS_OFF", "IS_GARBAGE", "IS_ENDLESS"})
    void a_provider_that_fails_is_502_at_both_ends(TransportFault fault) {
        acme.http().fails(StrictProvider.DISCOVERY, fault);
        github.http().fails(StrictGitHub.TOKEN, fault);
        String grant = "{'provider':'github','code':'any','redirectUri':'" + BACK + "'}";
        try (SignInServer impatient = guildhall(IMPATIENT)) {
            SignInServer.Answer begun = impatient.get("/auth/oauth/acme/authorize?redirectUri=http://localhost");
            SignInServer.Answer ended = impatient.post("/auth/login/oauth", grant);

            assertRefused(begun, 502, "UPSTREAM_UNAVAILABLE");
            assertRefused(ended, 502, "UPSTREAM_UNAVAILABLE");
        }
    }
}
