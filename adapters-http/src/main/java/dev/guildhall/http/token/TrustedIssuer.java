package dev.guildhall.http.token;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/**
 * Somebody else whose access tokens are taken.
 *
 * @param issuer its name, exactly as tokens have it in {@code iss}
 * @param keySet where its public keys are; absent means where its discovery document says
 * @param audience what a token must have in {@code aud}: a name of this service alone. It must not be the identifier of a
 *     client: the issuer's ID tokens, which are meant for clients and not for services, would be taken as well
 */
public record TrustedIssuer(String issuer, Optional<URI> keySet, String audience) {
    private static final String DISCOVERY = "/.well-known/openid-configuration";

    /** Where the issuer says what there is to know of it. */
    URI discovery() {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + DISCOVERY);
    }

    /** Whether nobody on the way can put keys of their own there: https, or http that does not leave the machine. */
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
