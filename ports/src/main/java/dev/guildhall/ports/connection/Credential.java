package dev.guildhall.ports.connection;

import java.time.Instant;
import java.util.Optional;

/** What proves to an outside system on whose behalf a tool is called. A secret: its text form shows nothing of it. */
public sealed interface Credential {
    /**
     * A key that a user handed over.
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
     * Tokens that a provider gave.
     *
     * @param accessToken as it is sent
     * @param refreshToken what a new access token is had for; absent means that there is no way but to connect again
     * @param expiresAt when the access token stops being good; absent when the provider did not say
     */
    record OAuthTokens(String accessToken, Optional<String> refreshToken, Optional<Instant> expiresAt)
            implements Credential {
        @Override
        public String toString() {
            return "OAuthTokens[…]";
        }
    }
}
