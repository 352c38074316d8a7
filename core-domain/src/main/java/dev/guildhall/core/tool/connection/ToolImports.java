package dev.guildhall.core.tool.connection;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.IntegrationName;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The results of the last import of each integration's tools on this node. */
public final class ToolImports {
    private static final int MOST_FAILED = 10_000;

    private final InstantSource clock;
    private final Map<IntegrationName, Result> results = new ConcurrentHashMap<>();
    /** Why the import with a user's credential failed. It says nothing about other users. */
    private final Map<Connection.Key, String> failed =
            Collections.synchronizedMap(BoundedMap.leastRecentlyUsed(MOST_FAILED));

    public ToolImports(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The result of an import.
     *
     * @param at when it ended; absent for tools that were imported before this node started
     * @param tools how many tools the integration had, the last time that it listed them
     * @param error why it failed; absent when it succeeded
     */
    record Result(Optional<Instant> at, int tools, Optional<String> error) {}

    Optional<Result> of(IntegrationName integration) {
        return Optional.ofNullable(results.get(integration));
    }

    /** Why the last import with this connection's credential failed; empty when it did not. */
    Optional<String> failure(Connection.Key connection) {
        return Optional.ofNullable(failed.get(connection));
    }

    /** An import with the credential of a user, after which the integration has so many tools. */
    public void succeeded(Connection.Key connection, int tools) {
        failed.remove(connection);
        succeeded(connection.integration(), tools);
    }

    public void failed(Connection.Key connection, String error) {
        failed.put(connection, error);
    }

    /** The tools that the store has of an integration which this node cannot ask without a user. */
    public void known(IntegrationName integration, int tools) {
        results.compute(
                integration,
                (ignored, before) -> before == null || before.error().isPresent()
                        ? new Result(Optional.empty(), tools, Optional.empty())
                        : before);
    }

    public void succeeded(IntegrationName integration, int tools) {
        results.put(integration, new Result(Optional.of(clock.instant()), tools, Optional.empty()));
    }

    public void failed(IntegrationName integration, String error) {
        Instant now = clock.instant();
        results.compute(
                integration,
                (ignored, before) ->
                        new Result(Optional.of(now), before == null ? 0 : before.tools(), Optional.of(error)));
    }
}
