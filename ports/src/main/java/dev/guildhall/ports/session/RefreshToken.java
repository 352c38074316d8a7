package dev.guildhall.ports.session;

/**
 * An opaque token that can be exchanged once for new tokens.
 *
 * @param value as sent; nothing is validated, an unknown value is treated as a wrong one
 */
public record RefreshToken(String value) {
    @Override
    public String toString() {
        return "RefreshToken[…]";
    }
}
