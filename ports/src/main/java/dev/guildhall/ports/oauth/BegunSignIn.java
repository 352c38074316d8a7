package dev.guildhall.ports.oauth;

import java.net.URI;

/**
 * A sign-in at a provider that has begun.
 *
 * @param authorizationUrl the address for the browser
 * @param state the state that the browser brings back; the client compares it and sends it with the code
 */
public record BegunSignIn(URI authorizationUrl, OAuthState state) {
    @Override
    public String toString() {
        return "BegunSignIn[…]";
    }
}
