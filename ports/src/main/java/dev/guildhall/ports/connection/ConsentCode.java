package dev.guildhall.ports.connection;

import java.net.URI;
import java.util.Optional;

/**
 * An authorization code that a browser brought back from a provider.
 *
 * @param code can be exchanged once
 * @param callback the address that the browser came back to
 * @param verifier as in the {@link ConsentRequest}
 * @param issuer who says that it issued the code (RFC 9207); absent when the browser brought no name
 * @param registration as in {@link BegunConsent}
 */
public record ConsentCode(
        String code, URI callback, String verifier, Optional<String> issuer, Optional<String> registration) {
    /** A code of a provider that does not name itself, for a gateway that needs nothing else. */
    public ConsentCode(String code, URI callback, String verifier) {
        this(code, callback, verifier, Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
        return "ConsentCode[…]";
    }
}
