package dev.guildhall.integrations.consent;

import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import okhttp3.HttpUrl;

/** A client of one integration's OAuth 2.0 provider (RFC 6749, 7636, 7009). Thread-safe. */
public final class OAuthConsent implements ConsentGateway {
    /** The error codes for an invalid code or refresh token; any other error concerns this installation. */
    private static final Set<String> OF_THE_GRANT = Set.of(
            "invalid_grant",
            "access_denied",
            "bad_verification_code",
            "bad_refresh_token",
            "redirect_uri_mismatch",
            "invalid_code",
            "code_already_used",
            "invalid_refresh_token",
            "token_expired",
            "token_revoked");

    private final OAuthClientOptions options;
    private final ProviderHttp http;
    private final InstantSource clock;
    private final TokenRequests requests;
    private final ConsentFaults faults;

    /**
     * Creates a client of one provider.
     *
     * @param http may be shared
     */
    public OAuthConsent(
            IntegrationName integration, OAuthClientOptions options, ProviderHttp http, InstantSource clock) {
        this.options = options;
        this.http = http;
        this.clock = clock;
        this.requests = new TokenRequests(options);
        this.faults = new ConsentFaults(integration);
    }

    @Override
    public URI authorizationUrl(ConsentRequest request) {
        HttpUrl.Builder url = HttpUrl.get(options.authorizationUrl().toString()).newBuilder();
        options.authorizationParameters().forEach(url::setQueryParameter);
        url.setQueryParameter("response_type", "code")
                .setQueryParameter("client_id", options.clientId())
                .setQueryParameter("redirect_uri", request.callback().toString())
                .setQueryParameter("state", request.state());
        if (!request.scopes().isEmpty()) {
            url.setQueryParameter(
                    "scope",
                    request.scopes().stream().map(Scope::value).collect(Collectors.joining(options.scopeSeparator())));
        }
        if (options.pkce()) {
            url.setQueryParameter("code_challenge", s256(request.verifier()))
                    .setQueryParameter("code_challenge_method", "S256");
        }
        return url.build().uri();
    }

    private static String s256(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    @Override
    public Grant exchange(ConsentCode code) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.code());
        form.put("redirect_uri", code.callback().toString());
        if (options.pkce()) {
            form.put("code_verifier", code.verifier());
        }
        return granted(form, "a code", Optional.empty());
    }

    @Override
    public Grant refresh(Credential.OAuthTokens expired) {
        String token = expired.refreshToken().orElseThrow(() -> faults.refused("tokens without a refresh token"));
        Map<String, String> form = Map.of("grant_type", "refresh_token", "refresh_token", token);
        return granted(form, "a refresh token", expired.refreshToken());
    }

    /** The lifetime counts from before the request was sent. */
    private Grant granted(Map<String, String> form, String what, Optional<String> formerRefreshToken) {
        Instant asked = clock.instant();
        ProviderReply reply = http.send(requests.to(options.tokenUrl(), form), faults::unavailable);
        if (reply.status() >= 500 || reply.status() == 429) {
            throw faults.unavailable("has no tokens: status " + reply.status());
        }
        return switch (TokenAnswers.read(reply)) {
            case TokenAnswer.Tokens tokens ->
                new Grant(
                        new Credential.OAuthTokens(
                                tokens.accessToken(),
                                tokens.refreshToken().or(() -> formerRefreshToken),
                                tokens.life().map(asked::plus)),
                        tokens.scopes());
            case TokenAnswer.Failed(String error) -> throw failed(error, what);
            case TokenAnswer.Garbage ignored ->
                throw faults.unavailable("sent a response that cannot be read, status " + reply.status());
        };
    }

    private Refusal failed(String error, String what) {
        return OF_THE_GRANT.contains(error)
                ? faults.refused(what)
                : faults.unavailable("refuses this installation; check its client id and secret");
    }

    /** Revokes the refresh token first if there is one: its access tokens end with it. */
    @Override
    public void revoke(Credential.OAuthTokens tokens) {
        options.revocationUrl().ifPresent(address -> {
            Map<String, String> form = Map.of(
                    "token",
                    tokens.refreshToken().orElse(tokens.accessToken()),
                    "token_type_hint",
                    tokens.refreshToken().isPresent() ? "refresh_token" : "access_token");
            ProviderReply reply = http.send(requests.to(address, form), faults::unavailable);
            boolean gone = TokenAnswers.read(reply).equals(new TokenAnswer.Failed("invalid_token"));
            if (reply.status() >= 300 && !gone) {
                throw faults.unavailable("did not revoke: status " + reply.status());
            }
        });
    }
}
