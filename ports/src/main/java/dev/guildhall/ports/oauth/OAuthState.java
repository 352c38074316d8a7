package dev.guildhall.ports.oauth;

/**
 * What ties a provider's answer to the sign-in that asked for it. Good once, for 10 minutes.
 *
 * @param value as sent; nothing is validated, an unknown one is simply wrong
 */
public record OAuthState(String value) {
    @Override
    public String toString() {
        return "OAuthState[…]";
    }
}
