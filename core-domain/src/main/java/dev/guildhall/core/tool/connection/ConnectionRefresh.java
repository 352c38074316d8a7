package dev.guildhall.core.tool.connection;

import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * One refresh of a credential, by one of all nodes: the node with the lease calls the provider, the others wait for its
 * result.
 */
public final class ConnectionRefresh {
    private static final Logger LOG = System.getLogger(ConnectionRefresh.class.getName());

    private final InstantSource clock;
    private final Ticker ticker;
    private final ToolEndpoints endpoints;
    private final ConnectionStore connections;
    private final ConnectionLimits limits;

    public ConnectionRefresh(
            InstantSource clock,
            Ticker ticker,
            ToolEndpoints endpoints,
            ConnectionStore connections,
            ConnectionLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.endpoints = endpoints;
        this.connections = connections;
        this.limits = limits;
    }

    /** The connection after its credential has been refreshed, by any node, which is waited for at most so long. */
    Connection of(Connection known, Duration patience) {
        Instant deadline = clock.instant().plus(patience);
        while (true) {
            Connection kept = connections.find(known.key()).orElseThrow(() -> notConnected(known));
            if (!kept.credential().equals(known.credential())) {
                return kept;
            }
            Instant now = clock.instant();
            Instant leaseUntil = now.plus(limits.refreshLease());
            if (connections.claimRefresh(kept.key(), kept.revision(), now, leaseUntil)) {
                return claimed(kept, leaseUntil);
            }
            if (!now.isBefore(deadline)) {
                throw unavailable(known, "another node is refreshing its token");
            }
            pause(limits.refreshPoll());
        }
    }

    /** The lease may belong to a connection that replaced the known one and has the same revision. */
    private Connection claimed(Connection seen, Instant leaseUntil) {
        boolean done = false;
        try {
            Connection kept = connections.find(seen.key()).orElseThrow(() -> notConnected(seen));
            Connection now = kept.credential().equals(seen.credential()) ? refreshed(kept) : kept;
            done = now.revision() != seen.revision();
            return now;
        } finally {
            if (!done) {
                connections.releaseRefresh(seen.key(), seen.revision(), leaseUntil);
            }
        }
    }

    private Connection refreshed(Connection kept) {
        if (!(kept.credential() instanceof Credential.OAuthTokens expired)) {
            throw new IllegalStateException("only tokens are refreshed");
        }
        ConsentGateway gateway = endpoints
                .find(kept.key().userId(), kept.key().integration())
                .flatMap(ToolEndpoint::consent)
                .orElseThrow(() -> unavailable(kept, "it has no OAuth client configured any more"));
        Grant grant;
        try {
            grant = gateway.refresh(expired);
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof ToolProblem.ConsentRefused) {
                return giveUp(kept);
            }
            throw refusal;
        }
        return written(kept, grant, gateway);
    }

    private Connection written(Connection kept, Grant grant, ConsentGateway gateway) {
        Connection next = new Connection(
                kept.key(),
                grant.tokens(),
                grant.scopes().orElse(kept.grantedScopes()),
                kept.connectedAt(),
                kept.revision());
        return write(next).or(() -> connections.find(kept.key())).orElseThrow(() -> {
            Revocations.attempt(gateway, kept.key().integration(), grant.tokens());
            return notConnected(kept);
        });
    }

    /** The provider does not accept the old tokens any more, so the write is retried when the store is unreachable. */
    private Optional<Connection> write(Connection next) {
        for (int attempt = 1; attempt < limits.writeAttempts(); attempt++) {
            try {
                return connections.refreshed(next);
            } catch (Refusal refusal) {
                if (!(refusal.problem() instanceof CommonProblem.Unavailable)) {
                    throw refusal;
                }
                LOG.log(
                        Level.WARNING,
                        "integration {0}: a refreshed token is not stored yet",
                        next.key().integration());
                pause(limits.writePause());
            }
        }
        return connections.refreshed(next);
    }

    /** Ends a connection whose credential is useless, unless another one has replaced it, which is returned. */
    Connection giveUp(Connection useless) {
        boolean discarded = connections.discard(useless);
        if (discarded) {
            LOG.log(
                    Level.INFO,
                    "integration {0}: a connection has ended",
                    useless.key().integration());
        }
        return Optional.of(useless.key())
                .filter(key -> !discarded)
                .flatMap(connections::find)
                .orElseThrow(() -> notConnected(useless));
    }

    private void pause(Duration time) {
        try {
            ticker.pause(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static Refusal notConnected(Connection connection) {
        return new Refusal(new ToolProblem.IntegrationNotConnected(
                connection.key().integration().value(),
                "its provider ended the connection, or you did; connect again"));
    }

    private static Refusal unavailable(Connection connection, String reason) {
        return new Refusal(new ToolProblem.IntegrationUnavailable(
                connection.key().integration().value(), reason));
    }
}
