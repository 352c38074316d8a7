package dev.guildhall.core.tool;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.SchemaValidator;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts of the tool registry.
 *
 * @param embedder absent means that only words are compared
 * @param publicAddress gives the address at which browsers reach this installation now
 * @param allowedRedirects where browsers may be sent at the end of a consent
 * @param node the node of this process while it has a lease
 */
public record ToolParts(
        InstantSource clock,
        Ticker ticker,
        Threads threads,
        IdSource ids,
        Stores stores,
        Permissions permissions,
        CompositeEndpoints endpoints,
        SchemaValidator validator,
        Tracing tracing,
        Optional<Embedder> embedder,
        SecretSource secrets,
        Supplier<URI> publicAddress,
        AllowedRedirects allowedRedirects,
        Supplier<Optional<NodeId>> node,
        Completions completions,
        AuditJournal journal,
        IntegrationConnector connector,
        ToolLimits limits,
        ConnectionLimits connectionLimits) {}
