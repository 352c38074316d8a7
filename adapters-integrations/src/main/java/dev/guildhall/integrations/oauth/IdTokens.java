package dev.guildhall.integrations.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Verifies id tokens: signature, algorithm, issuer, audience, times (OpenID Connect Core 3.1.3.7). */
final class IdTokens {
    /** Only asymmetric signatures: with these, a client that can verify a token cannot forge one. */
    private static final Set<JWSAlgorithm> SIGNATURES = Stream.concat(
                    JWSAlgorithm.Family.RSA.stream(),
                    Stream.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512))
            .collect(Collectors.toUnmodifiableSet());

    private final ClientID client;
    private final JWKSource<SecurityContext> keys;
    private final ProviderFaults faults;

    IdTokens(ClientID client, JWKSource<SecurityContext> keys, ProviderFaults faults) {
        this.client = client;
        this.keys = keys;
        this.faults = faults;
    }

    /** The claims of a token after its verification; the caller checks the nonce. */
    IDTokenClaimsSet verified(JWT token, OIDCProviderMetadata metadata) {
        IDTokenValidator validator = new IDTokenValidator(
                metadata.getIssuer(), client, new JWSVerificationKeySelector<>(allowed(metadata), keys), null);
        validator.setMaxClockSkew((int) OAuthProviderLimits.CLOCK_SKEW.toSeconds());
        try {
            IDTokenClaimsSet claims = validator.validate(token, null);
            requireAuthorizedParty(claims);
            requireReadable(claims);
            requireTextAsSubject(token);
            return claims;
        } catch (IllegalArgumentException empty) {
            throw faults.unavailable("the id token has an empty claim");
        } catch (BadJOSEException | JOSEException untrusted) {
            throw faults.unavailable(
                    "the id token cannot be trusted: " + untrusted.getClass().getSimpleName());
        }
    }

    /**
     * A token may name the client that it was issued to, and must when it has several audiences; the library checks
     * neither.
     */
    private void requireAuthorizedParty(IDTokenClaimsSet claims) {
        AuthorizedParty authorized = claims.getAuthorizedParty();
        boolean ours = authorized == null
                ? claims.getAudience().size() == 1
                : authorized.getValue().equals(client.getValue());
        if (!ours) {
            throw faults.unavailable("the id token is for several audiences, or for another client");
        }
    }

    /** The library reads these claims only on access, and throws when the text is empty. */
    private static void requireReadable(IDTokenClaimsSet claims) {
        claims.getSubject();
        claims.getNonce();
    }

    /** The library would convert a number to text. A subject is a text (OpenID Connect Core 2). */
    private void requireTextAsSubject(JWT token) {
        boolean isText = token instanceof JOSEObject signed
                && signed.getPayload().toJSONObject().get("sub") instanceof String;
        if (!isText) {
            throw faults.unavailable("the id token has a subject that is not a text");
        }
    }

    private Set<JWSAlgorithm> allowed(OIDCProviderMetadata metadata) {
        List<JWSAlgorithm> said =
                Optional.ofNullable(metadata.getIDTokenJWSAlgs()).orElse(List.of(JWSAlgorithm.RS256));
        Set<JWSAlgorithm> allowed = new HashSet<>(said);
        allowed.retainAll(SIGNATURES);
        if (allowed.isEmpty()) {
            throw faults.unavailable("offers no secure algorithm for id tokens");
        }
        return allowed;
    }
}
