package dev.guildhall.ports.oauth;

/**
 * The secret that ties a provider's answer to a sign-in. It can be used once, within 10 minutes.
 *
 * @param value as sent; nothing is validated, an unknown value is treated as a wrong one
 */
public record OAuthState(String value) {
    @Override
    public String toString() {
        return "OAuthState[…]";
    }
}
