package dev.guildhall.ports.apikey;

/**
 * The SHA-256 hash of an API key; the stores know nothing else of its secret part.
 *
 * @param value lower-case hexadecimal
 */
public record ApiKeyHash(String value) {
    @Override
    public String toString() {
        return "ApiKeyHash[…]";
    }
}
