package dev.guildhall.core.tool.connection;

import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Revokes the tokens of connections that ended with their integration. No request waits for the providers. */
public final class EndedConnections {
    private static final Logger LOG = System.getLogger(EndedConnections.class.getName());

    private final InstantSource clock;
    private final Threads threads;
    private final ConnectionLimits limits;

    public EndedConnections(InstantSource clock, Threads threads, ConnectionLimits limits) {
        this.clock = clock;
        this.threads = threads;
        this.limits = limits;
    }

    /** How many connections of one integration are revoked at most. */
    int most() {
        return limits.revokedOfIntegration();
    }

    /** Returns at once. The tokens that are left after the time for one integration expire at the provider. */
    void revoke(ToolEndpoint endpoint, List<Connection> ended) {
        if (!ended.isEmpty()) {
            threads.run("revocations", () -> attemptAll(endpoint, ended));
        }
    }

    private void attemptAll(ToolEndpoint endpoint, List<Connection> ended) {
        Instant end = clock.instant().plus(limits.revocationsOfIntegration());
        for (int i = 0; i < ended.size(); i++) {
            if (Thread.currentThread().isInterrupted() || !clock.instant().isBefore(end)) {
                LOG.log(
                        Level.WARNING,
                        "integration {0}: the tokens of {1} connections were not revoked",
                        endpoint.integration().name(),
                        ended.size() - i);
                return;
            }
            Revocations.attempt(endpoint, ended.get(i));
        }
    }
}
