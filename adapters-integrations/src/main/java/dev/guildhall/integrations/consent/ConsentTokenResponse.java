package dev.guildhall.integrations.consent;

import dev.guildhall.ports.connection.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The content of a token endpoint's response, in any format. Its text form shows no token. */
sealed interface ConsentTokenResponse {
    /** Tokens of visible ASCII; the life is absent when the response has none, or the token does not expire. */
    record Tokens(
            String accessToken, Optional<String> refreshToken, Optional<Duration> life, Optional<List<Scope>> scopes)
            implements ConsentTokenResponse {
        @Override
        public String toString() {
            return "Tokens[…]";
        }
    }

    /** An error code (RFC 6749, 5.2). */
    record Failed(String error) implements ConsentTokenResponse {}

    record Garbage() implements ConsentTokenResponse {}
}
