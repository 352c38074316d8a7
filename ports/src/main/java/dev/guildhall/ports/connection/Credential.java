package dev.guildhall.ports.connection;

import java.time.Instant;
import java.util.Optional;

/** Authenticates calls of a tool at an outside system. A secret: its text form does not show it. */
public sealed interface Credential {
    /**
     * A key that a user provided.
     *
     * @param value as it is sent
     */
    record ApiKey(String value) implements Credential {
        @Override
        public String toString() {
            return "ApiKey[…]";
        }
    }

    /**
     * Tokens that a provider issued.
     *
     * @param accessToken as it is sent
     * @param refreshToken used to get a new access token; absent means that the user has to connect again
     * @param expiresAt when the access token expires; absent when the provider did not say
     * @param registration what the gateway needs to refresh and revoke them, in a form of its own; absent when it needs
     *     nothing
     */
    record OAuthTokens(
            String accessToken,
            Optional<String> refreshToken,
            Optional<Instant> expiresAt,
            Optional<String> registration)
            implements Credential {
        /** Tokens of a gateway that needs nothing else. */
        public OAuthTokens(String accessToken, Optional<String> refreshToken, Optional<Instant> expiresAt) {
            this(accessToken, refreshToken, expiresAt, Optional.empty());
        }

        @Override
        public String toString() {
            return "OAuthTokens[…]";
        }
    }
}
