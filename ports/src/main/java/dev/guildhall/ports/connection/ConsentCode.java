package dev.guildhall.ports.connection;

import java.net.URI;

/**
 * What a browser brought back from a provider.
 *
 * @param code good once
 * @param callback the address that it came back to
 * @param verifier as in the {@link ConsentRequest}
 */
public record ConsentCode(String code, URI callback, String verifier) {
    @Override
    public String toString() {
        return "ConsentCode[…]";
    }
}
