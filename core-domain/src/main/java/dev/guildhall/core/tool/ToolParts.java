package dev.guildhall.core.tool;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.core.tool.connection.ConnectionLimits;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.SchemaValidator;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts of the tool registry.
 *
 * @param clock the clock
 * @param ticker waits
 * @param ids creates identifiers
 * @param stores stores everything
 * @param permissions the permissions
 * @param endpoints the integrations and the tools of this process
 * @param validator checks arguments
 * @param tracing counts executions
 * @param embedder computes embeddings; absent means that only words are compared
 * @param secrets creates unpredictable bytes
 * @param publicAddress the address at which browsers reach this installation
 * @param allowedRedirects where browsers may be sent at the end; none means anywhere
 * @param node the node of this process while it has a lease
 * @param limits all limits
 * @param connectionLimits all limits of connections
 */
public record ToolParts(
        InstantSource clock,
        Ticker ticker,
        IdSource ids,
        Stores stores,
        Permissions permissions,
        CompositeEndpoints endpoints,
        SchemaValidator validator,
        Tracing tracing,
        Optional<Embedder> embedder,
        SecretSource secrets,
        URI publicAddress,
        List<RedirectUri> allowedRedirects,
        Supplier<Optional<NodeId>> node,
        ToolLimits limits,
        ConnectionLimits connectionLimits) {
    public ToolParts {
        allowedRedirects = List.copyOf(allowedRedirects);
    }
}
