package dev.guildhall.core.tool.connection;

import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the credentials of connections valid for calls of tools. However many callers ask at once, on however many
 * nodes, a credential is refreshed once: a provider that rotates refresh tokens treats a second use as theft. Never
 * called inside a transaction.
 */
public final class CredentialRefresher {
    private final InstantSource clock;
    private final ConnectionRegistry connectionRegistry;
    private final SingleFlightRefresh flights;
    private final RefreshedAt ages = new RefreshedAt();
    private final ConnectionRefresh refresh;
    private final ConnectionLimits limits;

    public CredentialRefresher(
            InstantSource clock,
            Threads threads,
            ConnectionRegistry connectionRegistry,
            ConnectionRefresh refresh,
            ConnectionLimits limits) {
        this.clock = clock;
        this.connectionRegistry = connectionRegistry;
        this.flights = new SingleFlightRefresh(threads);
        this.refresh = refresh;
        this.limits = limits;
    }

    /** The caller's connection; empty when there is none, and for an integration that needs none. */
    public Optional<Connection> connectionOf(Caller.User caller, Integration integration) {
        return connectionRegistry.find(caller.userId(), integration);
    }

    /**
     * The connection with a valid credential: the given one, unless its token expires soon, that is, within the last
     * tenth of its life and within its last minute. A token that cannot be refreshed at the moment is used until it
     * expires. Blocks, with a time limit, during a refresh.
     *
     * @throws Refusal with {@code ToolProblem.IntegrationNotConnected} when the user has to connect again; with
     *     {@code ToolProblem.IntegrationUnavailable} when the provider does not respond and the token has expired; with
     *     {@code CommonProblem.Cancelled} when the thread is interrupted
     */
    public Connection fresh(Connection known) {
        Instant now = clock.instant();
        if (!endsBy(known, now.plus(margin(known)))) {
            return known;
        }
        boolean isGood = !endsBy(known, now);
        if (!canBeRefreshed(known)) {
            return isGood ? known : refresh.giveUp(known);
        }
        if (isGood && flights.isUnderWay(known)) {
            return known;
        }
        try {
            return refreshed(known, isGood ? Duration.ZERO : limits.refreshWait());
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof ToolProblem.IntegrationUnavailable && !endsBy(known, clock.instant())) {
                return known;
            }
            throw refusal;
        }
    }

    /**
     * The connection with another credential than the one that an outside system has just refused. Blocks as
     * {@link #fresh}.
     *
     * @param refused with exactly the credential that was sent; when it has been replaced since, it is not refreshed
     *     again
     * @return empty when only the user can provide another one: the refusal stands
     * @throws Refusal as {@link #fresh}
     */
    public Optional<Connection> renewed(Connection refused) {
        return canBeRefreshed(refused) ? Optional.of(refreshed(refused, limits.refreshWait())) : Optional.empty();
    }

    /**
     * The connection for a second attempt, after an outside system has refused a call: with another credential, as
     * {@link #renewed}; after a call without one, the caller's, since this node may have learned only from the refusal that
     * the integration asks for a sign-in.
     *
     * @param used with which the call was made
     * @param integration as it is after the refusal
     * @return empty when only the user can provide another one
     * @throws Refusal as {@link #fresh}
     */
    public Optional<Connection> afterRefusal(Caller.User caller, Optional<Connection> used, Integration integration) {
        return used.isPresent()
                ? used.flatMap(this::renewed)
                : connectionOf(caller, integration).map(this::fresh);
    }

    /** Takes the scopes that an integration found missing: the next request to connect asks for them too. */
    public void lacks(Connection connection, List<Scope> scopes) {
        connectionRegistry.lacks(connection.key(), scopes);
    }

    private Connection refreshed(Connection known, Duration patience) {
        Connection next =
                flights.join(new SingleFlightRefresh.Flight(known, patience), one -> refresh.of(one, patience));
        ages.got(next, clock.instant());
        return next;
    }

    private Duration margin(Connection connection) {
        return switch (connection.credential()) {
            case Credential.ApiKey ignored -> Duration.ZERO;
            case Credential.OAuthTokens tokens ->
                tokens.expiresAt()
                        .map(end -> ages.margin(connection, end, limits.refreshAhead()))
                        .orElse(Duration.ZERO);
        };
    }

    private static boolean endsBy(Connection connection, Instant moment) {
        return switch (connection.credential()) {
            case Credential.ApiKey ignored -> false;
            case Credential.OAuthTokens tokens ->
                tokens.expiresAt().filter(end -> !end.isAfter(moment)).isPresent();
        };
    }

    private static boolean canBeRefreshed(Connection connection) {
        return switch (connection.credential()) {
            case Credential.ApiKey ignored -> false;
            case Credential.OAuthTokens tokens -> tokens.refreshToken().isPresent();
        };
    }
}
