package dev.guildhall.ports.connection;

import dev.guildhall.ports.problem.Violation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An integration, as one user sees it.
 *
 * @param integration the integration
 * @param connection the user's connection; absent when there is none. An integration without authentication is always
 *     connected.
 * @param state whether its tools can be used
 * @param error why they cannot, in one sentence; absent when they can
 * @param tools how many tools it has, as far as this node knows
 * @param checkedAt when this node last asked it for them; absent when it has not yet
 * @param leftOut declared tools that cannot be used, by their names, with the reasons
 * @param hasLogo whether {@code Integrations.logo} has a picture of it
 */
public record IntegrationStatus(
        Integration integration,
        Optional<Connection> connection,
        State state,
        Optional<String> error,
        int tools,
        Optional<Instant> checkedAt,
        List<Violation> leftOut,
        boolean hasLogo) {
    public IntegrationStatus {
        leftOut = List.copyOf(leftOut);
    }

    /** Whether the tools of an integration can be used. */
    public enum State {
        /** Its tools are known. */
        READY,
        /** It has not been asked for its tools yet. */
        CONNECTING,
        /** It has no OAuth client. */
        NOT_CONFIGURED,
        /** Its declaration is invalid, or it could not be asked for its tools. */
        FAILED;

        /** The name in JSON, for example {@code not_configured}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether its tools run for the user, as far as the granted scopes permit. */
    public boolean isConnected() {
        return connection.isPresent()
                || (integration.auth() instanceof AuthScheme.None
                        && integration.fault().isEmpty());
    }
}
