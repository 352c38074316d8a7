package dev.guildhall.core.tool;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.tool.ToolVersion;
import dev.guildhall.ports.tool.Visibility;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Synchronises the catalogue with the tools of integrations. A definition that changes under the same version becomes
 * another version. The tools of an MCP server's first import are active at once, since an admin has just configured the
 * server. Later changes and additions wait for an admin's approval.
 */
final class ToolImport {
    private static final int DIGEST_LENGTH = 8;

    private final ToolParts parts;
    private final ToolStore store;

    ToolImport(ToolParts parts) {
        this.parts = parts;
        this.store = parts.stores().tools();
    }

    /**
     * Asks an integration for its tools and writes the changes.
     *
     * @return how many tools it has
     * @throws dev.guildhall.ports.problem.Refusal with {@code ToolProblem.IntegrationUnavailable}; nothing changes then
     */
    int sync(ToolEndpoint endpoint, Optional<Credential> credential) {
        Integration integration = endpoint.integration();
        Map<ToolName, ToolDefinition> offered = endpoint.tools(credential).stream()
                // A definition that cannot be stored unchanged would look like a new one at the next import.
                .filter(definition ->
                        JsonData.isWellFormed(definition.parameters().inputSchema()))
                .collect(Collectors.toMap(ToolDefinition::name, Function.identity(), (first, second) -> first));
        parts.stores().transactions().run(() -> {
            Map<ToolName, List<Tool>> known = store.imported(integration.name()).stream()
                    .collect(Collectors.groupingBy(tool -> tool.definition().name()));
            boolean trusted = integration.kind() != IntegrationKind.MCP || known.isEmpty();
            offered.forEach((name, definition) ->
                    offer(new Offer(integration.kind(), definition, trusted), known.getOrDefault(name, List.of())));
            known.forEach((name, tools) -> {
                // The tools that one user sees say nothing about those of other users.
                if (credential.isEmpty() && !offered.containsKey(name)) {
                    tools.forEach(this::retire);
                }
            });
        });
        return offered.size();
    }

    int activeTools(IntegrationName integration) {
        return (int) store.imported(integration).stream()
                .filter(tool -> tool.status() == ToolStatus.ACTIVE)
                .count();
    }

    /** A tool of an integration; a trusted one is active without an admin's approval. */
    private record Offer(IntegrationKind kind, ToolDefinition definition, boolean trusted) {}

    private void offer(Offer offer, List<Tool> known) {
        ToolDefinition definition = offer.definition();
        boolean trusted = offer.trusted();
        Optional<Tool> same = known.stream()
                .filter(tool -> ToolDigest.isSame(tool.definition(), definition))
                .filter(tool -> baseOf(tool.definition().version()).equals(baseOf(definition.version())))
                .findFirst()
                .map(tool -> redeclared(tool, definition));
        Tool current =
                same.map(tool -> trusted ? revived(tool) : looked(tool, known)).orElseGet(() -> added(offer, known));
        known.stream()
                .filter(other -> !other.id().equals(current.id()))
                .filter(other ->
                        trusted || current.status() == ToolStatus.ACTIVE || other.status() == ToolStatus.QUARANTINED)
                .forEach(this::retire);
    }

    /** Stores what the server says of a tool now: parts of it may change without an approval. */
    private Tool redeclared(Tool tool, ToolDefinition definition) {
        boolean isAsBefore = JsonDigest.of(tool.definition().declared()).equals(JsonDigest.of(definition.declared()));
        return isAsBefore ? tool : changed(tool.declared(definition.declared()));
    }

    private Tool revived(Tool tool) {
        boolean away = tool.deprecation().filter(end -> end.by().isPresent()).isPresent();
        return tool.status() == ToolStatus.ACTIVE || away ? tool : changed(tool.activated());
    }

    /**
     * A definition that was approved once becomes active again when no other has replaced it, for example after the
     * server was empty for a moment.
     */
    private Tool looked(Tool tool, List<Tool> known) {
        boolean away = tool.deprecation().filter(end -> end.by().isPresent()).isPresent();
        if (tool.status() != ToolStatus.DEPRECATED || away) {
            return tool;
        }
        boolean wasLetIn = tool.visibility() == Visibility.SHARED;
        boolean isReplaced = known.stream().anyMatch(other -> other.status() == ToolStatus.ACTIVE);
        return changed(wasLetIn && !isReplaced ? tool.activated() : tool.quarantined());
    }

    private Tool added(Offer offer, List<Tool> known) {
        Tool fresh = new Tool(
                new ToolId(parts.ids().next("tool")),
                offer.definition().withVersion(free(offer.definition(), known)),
                Optional.empty(),
                Visibility.SHARED,
                sourceOf(offer.kind()),
                ToolStatus.ACTIVE,
                parts.clock().instant(),
                Optional.empty());
        return store.add(offer.trusted() ? fresh : fresh.quarantined(), Optional.empty());
    }

    private static ToolVersion free(ToolDefinition definition, List<Tool> known) {
        boolean taken =
                known.stream().anyMatch(tool -> tool.definition().version().equals(definition.version()));
        if (!taken) {
            return definition.version();
        }
        String suffix = "+" + ToolDigest.of(definition).substring(0, DIGEST_LENGTH);
        String base = baseOf(definition.version());
        int most = ToolVersion.MAX - suffix.length();
        return new ToolVersion((base.length() <= most ? base : base.substring(0, most)) + suffix);
    }

    private static String baseOf(ToolVersion version) {
        return version.value().split("\\+", 2)[0];
    }

    private void retire(Tool tool) {
        if (tool.status() != ToolStatus.DEPRECATED) {
            changed(tool.deprecated(new Tool.Deprecation(parts.clock().instant(), Optional.empty())));
        }
    }

    private Tool changed(Tool tool) {
        store.changeStatus(tool);
        return tool;
    }

    private static ToolSource sourceOf(IntegrationKind kind) {
        return switch (kind) {
            case IN_PROCESS -> ToolSource.IN_PROCESS;
            case HTTP -> ToolSource.REGISTRY;
            case MCP -> ToolSource.MCP;
        };
    }
}
