package dev.guildhall.integrations.consent;

import dev.guildhall.ports.connection.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The content of a token endpoint's response, in any format. Its text form shows no token. */
sealed interface TokenAnswer {
    /**
     * Tokens.
     *
     * @param accessToken visible ASCII
     * @param refreshToken absent when the provider issued none
     * @param life of the access token; absent when the response has none, or the token does not expire
     * @param scopes absent when the response has none
     */
    record Tokens(
            String accessToken, Optional<String> refreshToken, Optional<Duration> life, Optional<List<Scope>> scopes)
            implements TokenAnswer {
        @Override
        public String toString() {
            return "Tokens[…]";
        }
    }

    /**
     * An error (RFC 6749, 5.2).
     *
     * @param error the error code
     */
    record Failed(String error) implements TokenAnswer {}

    /** A response that cannot be read. */
    record Garbage() implements TokenAnswer {}
}
