package dev.guildhall.ports.session;

/**
 * An opaque token that is good for one new token set.
 *
 * @param value as typed; nothing is validated, an unknown one is simply wrong
 */
public record RefreshToken(String value) {
    @Override
    public String toString() {
        return "RefreshToken[…]";
    }
}
