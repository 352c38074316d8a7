package dev.guildhall.integrations.consent;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import dev.guildhall.integrations.provider.ProviderClient;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A client of one integration's OAuth 2.0 provider (RFC 6749, 7636, 7009). */
public final class OAuthConsent implements ConsentGateway {
    /** The error codes for an invalid code or refresh token; any other error concerns this installation. */
    private static final Set<String> OF_THE_GRANT =
            Set.of(("invalid_grant access_denied bad_verification_code bad_refresh_token"
                            + " redirect_uri_mismatch invalid_code code_already_used invalid_refresh_token"
                            + " token_expired token_revoked")
                    .split(" "));

    private final OAuthClientOptions options;
    private final ProviderHttp http;
    private final InstantSource clock;
    private final ProviderClient client;
    private final ConsentFaults faults;

    public OAuthConsent(
            IntegrationName integration, OAuthClientOptions options, ProviderHttp http, InstantSource clock) {
        this.options = options;
        this.http = http;
        this.clock = clock;
        this.client = new ProviderClient(options.clientId(), options.clientSecret());
        this.faults = new ConsentFaults(integration);
    }

    @Override
    public BegunConsent begin(ConsentRequest request) {
        AuthorizationRequest.Builder asked = new AuthorizationRequest.Builder(ResponseType.CODE, client.id())
                .endpointURI(options.authorizationUrl())
                .redirectionURI(request.callback())
                .state(new State(request.state()));
        options.authorizationParameters().forEach((name, value) -> asked.customParameter(name, value));
        if (!request.scopes().isEmpty()) {
            asked.customParameter(
                    "scope",
                    request.scopes().stream().map(Scope::value).collect(Collectors.joining(options.scopeSeparator())));
        }
        options.resource().ifPresent(resource -> asked.customParameter("resource", resource));
        if (options.pkce()) {
            asked.codeChallenge(new CodeVerifier(request.verifier()), CodeChallengeMethod.S256);
        }
        return new BegunConsent(asked.build().toURI(), request.scopes());
    }

    @Override
    public Grant exchange(ConsentCode code) {
        CodeVerifier verifier = options.pkce() ? new CodeVerifier(code.verifier()) : null;
        return granted(
                new AuthorizationCodeGrant(new AuthorizationCode(code.code()), code.callback(), verifier),
                "a code",
                Optional.empty());
    }

    @Override
    public Grant refresh(Credential.OAuthTokens expired) {
        String token = expired.refreshToken().orElseThrow(() -> faults.refused("tokens without a refresh token"));
        return granted(new RefreshTokenGrant(new RefreshToken(token)), "a refresh token", expired.refreshToken());
    }

    /** The lifetime counts from before the request was sent. */
    private Grant granted(AuthorizationGrant grant, String what, Optional<String> formerRefreshToken) {
        Instant asked = clock.instant();
        ProviderReply reply = http.send(
                client.tokenRequest(options.tokenUrl(), grant, options.secretInBody(), options.resource()),
                faults::unavailable);
        if (reply.status() >= 500 || reply.status() == 429) {
            throw faults.unavailable("has no tokens: status " + reply.status());
        }
        return switch (ConsentTokenResponses.read(reply)) {
            case ConsentTokenResponse.Tokens tokens ->
                new Grant(
                        new Credential.OAuthTokens(
                                tokens.accessToken(),
                                tokens.refreshToken().or(() -> formerRefreshToken),
                                tokens.life().map(asked::plus)),
                        tokens.scopes());
            case ConsentTokenResponse.Failed(String error) -> throw failed(error, what);
            case ConsentTokenResponse.Garbage ignored ->
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
            Token token = tokens.refreshToken()
                    .<Token>map(RefreshToken::new)
                    .orElseGet(() -> new BearerAccessToken(tokens.accessToken()));
            ProviderReply reply =
                    http.send(client.revocationRequest(address, token, options.secretInBody()), faults::unavailable);
            boolean gone = ConsentTokenResponses.read(reply).equals(new ConsentTokenResponse.Failed("invalid_token"));
            if (reply.status() >= 300 && !gone) {
                throw faults.unavailable("did not revoke: status " + reply.status());
            }
        });
    }

    /**
     * Converts failures of the provider to refusals. The log has the reason in our own words: a provider's message may
     * contain codes and tokens.
     */
    private record ConsentFaults(IntegrationName integration) {
        private static final System.Logger LOG = System.getLogger(ConsentFaults.class.getName());

        /** The provider cannot be reached, or its response is invalid. */
        Refusal unavailable(String reason) {
            LOG.log(Level.WARNING, "provider of integration {0}: {1}", integration, reason);
            return new Refusal(new ToolProblem.IntegrationUnavailable(integration.value(), "its provider " + reason));
        }

        /** The provider refuses a code or a refresh token. */
        Refusal refused(String what) {
            LOG.log(Level.INFO, "provider of integration {0}: did not accept {1}", integration, what);
            return new Refusal(new ToolProblem.ConsentRefused(integration.value()));
        }
    }
}
