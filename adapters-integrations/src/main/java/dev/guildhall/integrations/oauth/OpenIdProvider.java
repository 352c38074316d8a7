package dev.guildhall.integrations.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import dev.guildhall.integrations.provider.ProviderClient;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Request;

/** An OpenID Connect provider: authorization code flow with PKCE and a nonce. */
final class OpenIdProvider implements OAuthProvider {
    private static final Scope SCOPE = new Scope("openid", "email", "profile");

    private static final Logger LOG = System.getLogger(OpenIdProvider.class.getName());

    private final ProviderDetails details;
    private final Optional<String> trustedHost;
    private final AtomicReference<String> warnedOf = new AtomicReference<>("");
    private final ProviderClient client;
    private final ProviderHttp http;
    private final ProviderFaults faults;
    private final Discovery discovery;
    private final TokenEndpoint tokens;
    private final IdTokens idTokens;

    OpenIdProvider(
            ProviderDetails details, String issuer, ClientOptions options, ProviderHttp http, InstantSource clock) {
        this.details = details;
        this.trustedHost = options.issuer()
                .filter(configured -> options.clientSecret().isPresent())
                .map(configured -> URI.create(configured).getHost());
        this.client = new ProviderClient(options.clientId(), options.clientSecret());
        this.faults = new ProviderFaults(details.name());
        this.discovery = new Discovery(issuer, http, faults, clock);
        this.tokens = new TokenEndpoint(client, http, faults);
        this.idTokens = new IdTokens(client.id(), new ProviderKeys(discovery, http, faults, clock), faults);
        this.http = http;
    }

    @Override
    public ProviderDetails details() {
        return details;
    }

    /** Fetches the discovery document. A fault is logged once; the first sign-in fetches the document again then. */
    void discover() {
        try {
            metadata();
        } catch (Refusal logged) {
            // ProviderFaults has logged the reason.
        }
    }

    @Override
    public URI authorizationUrl(AuthorizationRequest request) {
        return new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        SCOPE,
                        client.id(),
                        request.redirectUri().uri())
                .endpointURI(metadata().getAuthorizationEndpointURI())
                .state(new State(request.state().value()))
                .nonce(new Nonce(request.proof().nonce()))
                .codeChallenge(new CodeVerifier(request.proof().verifier()), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    @Override
    public ExternalIdentity exchange(CodeExchange exchange) {
        OIDCProviderMetadata metadata = metadata();
        OIDCTokens answered = tokens.exchange(exchange, metadata);
        JWT idToken = Optional.ofNullable(answered.getIDToken())
                .orElseThrow(() -> faults.unavailable("the response of the token endpoint has no id token"));
        IDTokenClaimsSet claims = idTokens.verified(idToken, metadata);
        requireNonce(exchange.proof(), claims);
        String subject = claims.getSubject().getValue();
        return person(claims, answered, metadata)
                .identified(metadata.getIssuer().getValue(), subject, faults);
    }

    /** Warns the operator when another host gets the client's secret; for google that is expected. */
    private OIDCProviderMetadata metadata() {
        OIDCProviderMetadata metadata = discovery.metadata();
        String host = metadata.getTokenEndpointURI().getHost();
        boolean other =
                trustedHost.filter(known -> !known.equalsIgnoreCase(host)).isPresent();
        if (other && !warnedOf.getAndSet(host).equals(host)) {
            LOG.log(
                    Level.WARNING,
                    "sign-in provider {0}: its discovery document names a token endpoint on another host, {1}, which"
                            + " gets the client secret",
                    details.name().value(),
                    host);
        }
        return metadata;
    }

    /**
     * A token belongs to the sign-in whose nonce it contains. A token with a nonce belongs to a sign-in with a state: a
     * request must not avoid the check by omitting the state.
     */
    private void requireNonce(Optional<OAuthProof> proof, IDTokenClaimsSet claims) {
        Optional<String> expected = proof.map(OAuthProof::nonce);
        Optional<String> repeated = Optional.ofNullable(claims.getNonce()).map(Nonce::getValue);
        if (!expected.equals(repeated)) {
            throw faults.codeRefused("the id token belongs to another sign-in");
        }
    }

    private ProviderAccount person(IDTokenClaimsSet claims, OIDCTokens answered, OIDCProviderMetadata metadata) {
        ProviderAccount said = ProviderAccount.of(claims);
        boolean enough = said.email().isPresent() || answered.getAccessToken() == null;
        URI endpoint = metadata.getUserInfoEndpointURI();
        return enough || !discovery.isUsable(endpoint)
                ? said
                : ProviderAccount.of(userInfo(claims.getSubject().getValue(), answered.getAccessToken(), endpoint));
    }

    /** Reads the claims about a subject that the id token omits. */
    private JsonNode userInfo(String subject, AccessToken token, URI endpoint) {
        Request request = new Request.Builder()
                .url(endpoint.toString())
                .header("Authorization", "Bearer " + token.getValue())
                .header("Accept", "application/json")
                .build();
        ProviderReply reply = http.send(request, faults::unavailable);
        if (reply.status() != 200) {
            throw faults.unavailable("does not say who signed in: status " + reply.status());
        }
        JsonNode claims = DocumentJson.read(reply.body(), JsonNode.class)
                .orElseThrow(() -> faults.unavailable("describes the user in an unreadable form"));
        if (!subject.equals(claims.path("sub").textValue())) {
            throw faults.unavailable("describes a user other than the one who signed in");
        }
        return claims;
    }
}
