package dev.guildhall.ports.connection;

import java.util.Optional;

/**
 * The answer of a provider, which the browser brings back (RFC 6749, 4.1.2).
 *
 * @param integration the integration, known from the path of the callback
 * @param state as the server sent it
 * @param code present when the user consented; a blank one counts as absent
 * @param error the provider's error code; absent when there is a code
 * @param issuer the issuer that the answer names (RFC 9207, {@code iss}); absent when it names none
 */
public record ConsentResponse(
        IntegrationName integration,
        String state,
        Optional<String> code,
        Optional<String> error,
        Optional<String> issuer) {
    public ConsentResponse {
        code = code.filter(text -> !text.isBlank());
    }

    /** An answer that names no issuer. */
    public ConsentResponse(IntegrationName integration, String state, Optional<String> code, Optional<String> error) {
        this(integration, state, code, error, Optional.empty());
    }

    @Override
    public String toString() {
        return "ConsentAnswer[" + integration + "]";
    }
}
