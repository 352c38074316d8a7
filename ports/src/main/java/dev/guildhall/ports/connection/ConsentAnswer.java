package dev.guildhall.ports.connection;

import java.util.Optional;

/**
 * What a browser came back with from a provider (RFC 6749, 4.1.2).
 *
 * @param integration to which one it wants to connect, by the address that it came to
 * @param state as it was sent
 * @param code present when the user consented
 * @param error the provider's word for why there is no code; absent when there is one
 */
public record ConsentAnswer(IntegrationName integration, String state, Optional<String> code, Optional<String> error) {
    @Override
    public String toString() {
        return "ConsentAnswer[" + integration + "]";
    }
}
