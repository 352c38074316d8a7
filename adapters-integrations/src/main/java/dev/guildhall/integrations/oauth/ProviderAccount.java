package dev.guildhall.integrations.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user's account as the provider describes it.
 *
 * @param email an email address; absent when the provider's text is not one
 * @param emailVerified whether the provider has verified the address, by the JSON value {@code true}: the claim is a
 *     boolean (OpenID Connect Core 5.1), and the text {@code "true"}, which Apple and Amazon Cognito write, counts as
 *     unverified
 * @param name a name; absent when the provider's text is not a valid one
 */
record ProviderAccount(Optional<String> email, boolean emailVerified, Optional<String> name) {
    static ProviderAccount of(IDTokenClaimsSet claims) {
        return new ProviderAccount(
                Optional.ofNullable(text(claims.getClaim("email"))),
                Boolean.TRUE.equals(claims.getClaim("email_verified")),
                Optional.ofNullable(text(claims.getClaim("name"))));
    }

    /** The claims of a user info endpoint. */
    static ProviderAccount of(JsonNode claims) {
        return new ProviderAccount(
                Optional.ofNullable(claims.path("email").textValue()),
                claims.path("email_verified").booleanValue(),
                Optional.ofNullable(claims.path("name").textValue()));
    }

    /** The identity, without addresses and names that are invalid here. */
    ExternalIdentity identified(String issuer, String subject, ProviderFaults faults) {
        return ExternalIdentity.described(key(issuer, subject, faults), email, emailVerified, name);
    }

    private static @Nullable String text(@Nullable Object claim) {
        return claim instanceof String text ? text : null;
    }

    private static IdentityKey key(String issuer, String subject, ProviderFaults faults) {
        try {
            return new IdentityKey(issuer, subject);
        } catch (Refusal malformed) {
            throw faults.unavailable("names an invalid subject");
        }
    }
}
