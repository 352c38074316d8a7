package dev.guildhall.integrations.consent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The OAuth client with a strict provider. */
class OAuthConsentTest {
    private static final IntegrationName ACME = new IntegrationName("acme");
    private static final URI CALLBACK = URI.create("https://guild.example/api/v1/integrations/acme/callback");
    private static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters";
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Problem REFUSED = new ToolProblem.ConsentRefused("acme");
    private static final ProviderHttp HTTP = new ProviderHttp(OAuthTimeouts.DEFAULT);
    private static final ProviderHttp IMPATIENT =
            new ProviderHttp(new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5)));

    @AutoClose
    private final StrictConsentServer server = new StrictConsentServer();

    private final ConsentGateway gateway = gateway(server.options(), HTTP);

    private static ConsentGateway gateway(OAuthClientOptions options, ProviderHttp http) {
        return new OAuthConsent(ACME, options, http, InstantSource.fixed(NOW));
    }

    private static ConsentRequest asked(String... scopes) {
        return new ConsentRequest(CALLBACK, Stream.of(scopes).map(Scope::new).toList(), "a state +&=", VERIFIER);
    }

    private static String code(ConsentGateway gateway) {
        return Callback.of(ACME, gateway.begin(asked("repo", "read:user")).authorizationUrl())
                .code()
                .orElseThrow();
    }

    private static Grant exchange(ConsentGateway gateway, String code) {
        return gateway.exchange(new ConsentCode(code, CALLBACK, VERIFIER));
    }

    private static Grant granted(ConsentGateway gateway) {
        return exchange(gateway, code(gateway));
    }

    private static void assertDown(ThrowingCallable call) {
        assertThat(Loopback.refused(call)).isInstanceOf(ToolProblem.IntegrationUnavailable.class);
    }

    private static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    @Test
    void the_browser_is_sent_with_all_that_the_provider_needs() {
        URI url = gateway.begin(asked("repo", "read:user")).authorizationUrl();

        assertThat(Loopback.decoded(url.getRawQuery()))
                .isEqualTo(Map.of(
                        "tenant", "a b",
                        "prompt", "consent",
                        "response_type", "code",
                        "client_id", StrictConsentServer.CLIENT,
                        "redirect_uri", CALLBACK.toString(),
                        "state", "a state +&=",
                        "scope", "repo read:user",
                        "code_challenge", Loopback.s256(VERIFIER),
                        "code_challenge_method", "S256"));
    }

    @Test
    void what_is_configured_beside_does_not_replace_what_is_asked() {
        OAuthClientOptions plain = server.options();
        OAuthClientOptions odd = new OAuthClientOptions(
                plain.authorizationUrl(),
                plain.tokenUrl(),
                Optional.empty(),
                "other",
                Optional.empty(),
                false,
                ",",
                new LinkedHashMap<>(Map.of("state", "fixed", "redirect_uri", "https://evil.example")),
                false);

        URI url = gateway(odd, HTTP).begin(asked("repo", "gist")).authorizationUrl();

        assertThat(Loopback.decoded(url.getRawQuery()))
                .containsEntry("state", "a state +&=")
                .containsEntry("redirect_uri", CALLBACK.toString())
                .containsEntry("scope", "repo,gist")
                .doesNotContainKeys("code_challenge", "code_challenge_method");
        assertThat(gateway(odd, HTTP).begin(asked()).authorizationUrl())
                .asString()
                .doesNotContain("scope");
    }

    @Test
    void a_code_becomes_tokens() {
        Grant grant = granted(gateway);

        assertThat(server.isGood(grant.tokens().accessToken())).isTrue();
        assertThat(grant.tokens().refreshToken()).isPresent();
        assertThat(grant.tokens().expiresAt()).contains(NOW.plusSeconds(3600));
        assertThat(grant.scopes()).contains(scopes("repo", "read:user"));
    }

    @ParameterizedTest
    @EnumSource
    void the_client_proves_itself_in_the_way_that_is_configured_and_in_no_other(
            StrictConsentServer.Authentication method) {
        try (StrictConsentServer picky = new StrictConsentServer(method)) {
            ConsentGateway client = gateway(picky.options(), HTTP);

            Grant grant = granted(client);
            client.revoke(grant.tokens());

            assertThat(picky.isGood(grant.tokens().accessToken())).isFalse();
        }
    }

    @Test
    void a_code_is_good_once_with_its_verifier_at_its_address() {
        String used = code(gateway);
        Grant first = exchange(gateway, used);

        assertThat(Loopback.refused(() -> exchange(gateway, used))).isEqualTo(REFUSED);
        assertThat(server.isGood(first.tokens().accessToken())).isFalse();
        assertThat(Loopback.refused(() -> gateway.exchange(new ConsentCode(code(gateway), CALLBACK, VERIFIER + "x"))))
                .isEqualTo(REFUSED);
        assertThat(Loopback.refused(
                        () -> gateway.exchange(new ConsentCode(code(gateway), URI.create(CALLBACK + "/"), VERIFIER))))
                .isEqualTo(REFUSED);
    }

    @Test
    void a_refresh_takes_on_the_new_refresh_token() {
        Credential.OAuthTokens first = granted(gateway).tokens();
        Credential.OAuthTokens second = gateway.refresh(first).tokens();
        Credential.OAuthTokens third = gateway.refresh(second).tokens();

        assertThat(List.of(first, second, third))
                .extracting(Credential.OAuthTokens::refreshToken)
                .doesNotHaveDuplicates();
        assertThat(server.isGood(third.accessToken())).isTrue();
        assertThat(Loopback.refused(() -> gateway.refresh(first))).isEqualTo(REFUSED);
        assertThat(server.isGood(third.accessToken())).isFalse();
    }

    @Test
    void a_refresh_keeps_the_old_refresh_token_where_there_is_no_new_one() {
        server.is(StrictConsentServer.Manner.KEEPS_REFRESH_TOKENS);
        Credential.OAuthTokens first = granted(gateway).tokens();

        Credential.OAuthTokens second = gateway.refresh(first).tokens();

        assertThat(second.refreshToken()).isEqualTo(first.refreshToken());
        assertThat(second.accessToken()).isNotEqualTo(first.accessToken());
        assertThat(server.isGood(gateway.refresh(second).tokens().accessToken()))
                .isTrue();
    }

    @Test
    void tokens_without_a_refresh_token_are_not_refreshed() {
        Credential.OAuthTokens lasting = new Credential.OAuthTokens("access", Optional.empty(), Optional.empty());

        assertThat(Loopback.refused(() -> gateway.refresh(lasting))).isEqualTo(REFUSED);
        assertThat(server.http().calls(StrictConsentServer.TOKEN)).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"ANSWERS_AS_A_FORM", "SAYS_NUMBERS_AS_TEXTS", "SHOUTS_BEARER"})
    void odd_manners_change_nothing(StrictConsentServer.Manner manner) {
        server.is(manner);

        Grant grant = granted(gateway);
        Grant refreshed = gateway.refresh(grant.tokens());

        assertThat(server.isGood(refreshed.tokens().accessToken())).isTrue();
        assertThat(grant.tokens().expiresAt()).contains(NOW.plusSeconds(3600));
        assertThat(grant.scopes()).contains(scopes("repo", "read:user"));
    }

    @Test
    void what_is_not_said_is_absent() {
        server.is(StrictConsentServer.Manner.SAYS_NOT_HOW_LONG);
        server.is(StrictConsentServer.Manner.SAYS_NO_SCOPES);

        Grant grant = granted(gateway);

        assertThat(grant.tokens().expiresAt()).isEmpty();
        assertThat(grant.scopes()).isEmpty();
    }

    @Test
    void fewer_scopes_are_told() {
        server.is(StrictConsentServer.Manner.REDUCES_SCOPES_WITH_COMMAS);

        assertThat(granted(gateway).scopes()).contains(scopes("repo"));
    }

    @Test
    void an_error_with_status_200_is_an_error_as_json_and_as_a_form() {
        server.is(StrictConsentServer.Manner.FAILS_WITH_STATUS_200);
        Problem json = Loopback.refused(() -> exchange(gateway, "made up"));
        server.is(StrictConsentServer.Manner.ANSWERS_AS_A_FORM);
        Problem form = Loopback.refused(() -> exchange(gateway, "made up"));

        assertThat(List.of(json, form)).containsOnly(REFUSED);
    }

    @Test
    void a_client_that_is_not_let_in_says_nothing_about_the_code() {
        OAuthClientOptions plain = server.options();
        OAuthClientOptions wrong = new OAuthClientOptions(
                plain.authorizationUrl(),
                plain.tokenUrl(),
                plain.revocationUrl(),
                plain.clientId(),
                Optional.of("wrong secret"),
                true,
                " ",
                plain.authorizationParameters(),
                false);

        assertDown(() -> exchange(gateway(wrong, HTTP), code(gateway)));
        assertDown(() -> gateway(wrong, HTTP).revoke(granted(gateway).tokens()));
    }

    @Test
    void a_denial_comes_back_as_one() {
        server.is(StrictConsentServer.Manner.LETS_NOBODY_IN);

        ConsentResponse answer = Callback.of(ACME, gateway.begin(asked("repo")).authorizationUrl());

        assertThat(answer)
                .isEqualTo(new ConsentResponse(ACME, "a state +&=", Optional.empty(), Optional.of("access_denied")));
    }

    @ParameterizedTest
    @EnumSource
    void a_token_endpoint_that_fails_is_a_provider_that_is_down(TransportFault fault) {
        Credential.OAuthTokens tokens = granted(gateway).tokens();
        String code = code(gateway);
        server.http().fails(StrictConsentServer.TOKEN, fault);
        ConsentGateway impatient = gateway(server.options(), IMPATIENT);

        assertDown(() -> exchange(impatient, code));
        server.http().fails(StrictConsentServer.TOKEN, fault);
        assertDown(() -> impatient.refresh(tokens));
    }

    @Test
    void an_address_without_a_server_is_a_provider_that_is_down() {
        Credential.OAuthTokens tokens = granted(gateway).tokens();
        server.close();

        assertDown(() -> gateway.refresh(tokens));
        assertDown(() -> gateway.revoke(tokens));
    }

    @Test
    void a_revocation_ends_the_whole_grant_and_may_come_again() {
        Credential.OAuthTokens tokens = granted(gateway).tokens();

        gateway.revoke(tokens);
        gateway.revoke(tokens);

        assertThat(server.isGood(tokens.accessToken())).isFalse();
        assertThat(Loopback.refused(() -> gateway.refresh(tokens))).isEqualTo(REFUSED);
    }

    @Test
    void without_a_revocation_address_no_request_is_sent() {
        OAuthClientOptions plain = server.options();
        OAuthClientOptions bare = new OAuthClientOptions(
                plain.authorizationUrl(),
                plain.tokenUrl(),
                Optional.empty(),
                plain.clientId(),
                plain.clientSecret(),
                true,
                " ",
                Map.of(),
                plain.secretInBody());

        gateway(bare, HTTP).revoke(granted(gateway).tokens());

        assertThat(server.http().calls(StrictConsentServer.REVOKE)).isZero();
    }
}
