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

/** Reads id tokens: signature, algorithm, issuer, audience, times (OpenID Connect Core 3.1.3.7). Thread-safe. */
final class IdTokens {
    /** Signatures by a private key alone: whoever verifies cannot make them. */
    private static final Set<JWSAlgorithm> SIGNATURES = Set.copyOf(
            union(JWSAlgorithm.Family.RSA, Set.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512)));

    private final ClientID client;
    private final JWKSource<SecurityContext> keys;
    private final ProviderFaults faults;

    IdTokens(ClientID client, JWKSource<SecurityContext> keys, ProviderFaults faults) {
        this.client = client;
        this.keys = keys;
        this.faults = faults;
    }

    /** What a token says that can be trusted; its nonce is left to the caller. */
    IDTokenClaimsSet verified(JWT token, OIDCProviderMetadata metadata) {
        IDTokenValidator validator = new IDTokenValidator(
                metadata.getIssuer(), client, new JWSVerificationKeySelector<>(allowed(metadata), keys), null);
        validator.setMaxClockSkew((int) OAuthProviderLimits.CLOCK_SKEW.toSeconds());
        try {
            IDTokenClaimsSet claims = validator.validate(token, null);
            requireParty(claims);
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

    /** A token may say which party asked for it, and one for several parties must. The library looks at neither. */
    private void requireParty(IDTokenClaimsSet claims) {
        AuthorizedParty party = claims.getAuthorizedParty();
        boolean ours = party == null
                ? claims.getAudience().size() == 1
                : party.getValue().equals(client.getValue());
        if (!ours) {
            throw faults.unavailable("the id token is for several parties, or for another one");
        }
    }

    /** The library reads these claims when they are asked for, and throws where the text is empty. */
    private static void requireReadable(IDTokenClaimsSet claims) {
        claims.getSubject();
        claims.getNonce();
    }

    /** The library takes a number for the text of its digits. A subject is a text (OpenID Connect Core 2). */
    private void requireTextAsSubject(JWT token) {
        boolean isText = token instanceof JOSEObject signed
                && signed.getPayload().toJSONObject().get("sub") instanceof String;
        if (!isText) {
            throw faults.unavailable("the id token has a subject that is no text");
        }
    }

    private Set<JWSAlgorithm> allowed(OIDCProviderMetadata metadata) {
        List<JWSAlgorithm> said =
                Optional.ofNullable(metadata.getIDTokenJWSAlgs()).orElse(List.of(JWSAlgorithm.RS256));
        Set<JWSAlgorithm> allowed = new HashSet<>(said);
        allowed.retainAll(SIGNATURES);
        if (allowed.isEmpty()) {
            throw faults.unavailable("signs its id tokens in no way that is safe");
        }
        return allowed;
    }

    private static Set<JWSAlgorithm> union(Set<JWSAlgorithm> one, Set<JWSAlgorithm> other) {
        Set<JWSAlgorithm> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }
}
