package dev.guildhall.ports.session;

/**
 * A bearer token for the services.
 *
 * @param value as sent in the {@code Authorization} header, without the scheme
 */
public record AccessToken(String value) {
    @Override
    public String toString() {
        return "AccessToken[…]";
    }
}
