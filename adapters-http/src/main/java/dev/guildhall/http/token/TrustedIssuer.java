package dev.guildhall.http.token;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * Another issuer whose access tokens are accepted.
 *
 * @param issuer its name, exactly as tokens have it in {@code iss}
 * @param keySet the address of its public keys; absent means the address in its discovery document
 * @param audience the value that a token must have in {@code aud}: a name of this service alone. It must not be a
 *     client's identifier: the issuer's ID tokens, which are meant for clients, would then be accepted as well
 * @param provisioning whether all services but the chat front-end accept its tokens, whose bearers have accounts that
 *     the first use creates; otherwise the completion service alone does, without accounts
 * @param adminClaim the claim that gives the role {@code admin}; absent means that no token gives it
 */
public record TrustedIssuer(
        String issuer, Optional<URI> keySet, String audience, boolean provisioning, Optional<AdminClaim> adminClaim) {
    /** An issuer whose tokens the completion service alone accepts. */
    public TrustedIssuer(String issuer, Optional<URI> keySet, String audience) {
        this(issuer, keySet, audience, false, Optional.empty());
    }

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    URI discovery() {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + DISCOVERY);
    }

    /** Whether the network cannot replace the keys: the address is https, or http on the loopback interface. */
    public static boolean isSafe(URI address) {
        String host = address.getHost();
        return host != null
                && address.getUserInfo() == null
                && address.getFragment() == null
                && ("https".equals(address.getScheme()) || ("http".equals(address.getScheme()) && isLoopback(host)));
    }

    private static boolean isLoopback(String host) {
        try {
            return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException aName) {
            return false;
        }
    }
}
