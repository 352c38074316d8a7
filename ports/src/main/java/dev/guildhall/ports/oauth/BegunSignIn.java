package dev.guildhall.ports.oauth;

import java.net.URI;

/**
 * A sign-in at a provider that has begun.
 *
 * @param authorizationUrl where the browser is to go
 * @param state what it comes back with; the client compares it and sends it along with the code
 */
public record BegunSignIn(URI authorizationUrl, OAuthState state) {
    @Override
    public String toString() {
        return "BegunSignIn[…]";
    }
}
