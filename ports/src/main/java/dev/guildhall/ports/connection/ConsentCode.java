package dev.guildhall.ports.connection;

import java.net.URI;

/**
 * An authorization code that a browser brought back from a provider.
 *
 * @param code can be exchanged once
 * @param callback the address that the browser came back to
 * @param verifier as in the {@link ConsentRequest}
 */
public record ConsentCode(String code, URI callback, String verifier) {
    @Override
    public String toString() {
        return "ConsentCode[…]";
    }
}
