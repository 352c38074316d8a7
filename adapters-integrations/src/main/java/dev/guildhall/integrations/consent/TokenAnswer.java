package dev.guildhall.integrations.consent;

import dev.guildhall.ports.connection.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a token endpoint says, in whichever way it says it. Its text form shows no token. */
sealed interface TokenAnswer {
    /**
     * Tokens.
     *
     * @param accessToken visible ASCII
     * @param refreshToken absent when none was given
     * @param life of the access token; absent when it was not said, or does not end
     * @param scopes absent when they were not said
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
     * No tokens (RFC 6749, 5.2).
     *
     * @param error the code for why
     */
    record Failed(String error) implements TokenAnswer {}

    /** Nothing that could be understood. */
    record Garbage() implements TokenAnswer {}
}
