package dev.guildhall.core.tool.connection;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The results of the last import of each integration's tools on this node; for those that were added while the server runs, of
 * all nodes.
 */
public final class ToolImports {
    private static final int MOST_FAILED = 10_000;

    private final InstantSource clock;
    private final Stores stores;
    private final IntegrationDirectory directory;
    private final Map<IntegrationName, ImportResult> results = new ConcurrentHashMap<>();
    /** Why the import with a user's credential failed. It says nothing about other users. */
    private final Map<Connection.Key, String> failed =
            Collections.synchronizedMap(BoundedMap.leastRecentlyUsed(MOST_FAILED));

    public ToolImports(InstantSource clock, Stores stores, IntegrationDirectory directory) {
        this.clock = clock;
        this.stores = stores;
        this.directory = directory;
    }

    Optional<ImportResult> of(IntegrationName integration) {
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

    /** The next result of an integration that was added while the server runs; none when it was changed meanwhile. */
    public void added(ToolEndpoint endpoint, BiFunction<ImportResult, Instant, ImportResult> next) {
        Integration.Key key = endpoint.integration().key();
        directory
                .version(endpoint)
                .ifPresent(version -> stores.transactions()
                        .run(() -> stores.integrations()
                                .find(key)
                                .ifPresent(stored -> stores.integrations()
                                        .imported(key, version, next.apply(stored.result(), clock.instant())))));
    }

    /** The tools that the store has of an integration which this node cannot ask without a user. */
    public void known(IntegrationName integration, int tools) {
        results.compute(
                integration,
                (ignored, before) -> before == null || before.error().isPresent()
                        ? new ImportResult(Optional.empty(), Optional.empty(), Optional.empty(), tools, List.of())
                        : before);
    }

    public void succeeded(IntegrationName integration, int tools) {
        results.put(integration, ImportResult.NONE.succeeded(clock.instant(), tools, List.of()));
    }

    public void failed(IntegrationName integration, String error) {
        Instant now = clock.instant();
        results.compute(
                integration, (ignored, before) -> (before == null ? ImportResult.NONE : before).failed(now, error));
    }
}
