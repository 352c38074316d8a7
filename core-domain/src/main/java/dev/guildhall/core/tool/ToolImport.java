package dev.guildhall.core.tool;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.Violation;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Synchronises the catalogue with the tools of integrations. A definition that changes under the same version becomes
 * another version. The tools of the first import are active at once, since its owner or an admin has just configured it. Later
 * changes and additions of an MCP server, and of what was added while the server runs, wait for an approval.
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
                .collect(Collectors.toMap(
                        ToolDefinition::name, Function.identity(), (first, second) -> first, LinkedHashMap::new));
        return integration.source() == Integration.Source.HTTP
                ? syncAdded(endpoint, credential, offered)
                : parts.stores().transactions().inTransaction(() -> {
                    Map<ToolName, List<Tool>> known = known(integration);
                    boolean trusted = integration.kind() != IntegrationKind.MCP || known.isEmpty();
                    take(integration, offered, known, trusted);
                    // The tools that one user sees say nothing about those of other users.
                    if (credential.isEmpty()) {
                        retireOthers(known, offered);
                    }
                    return offered.size();
                });
    }

    /** The tools of an integration that was added while the server runs; nothing is written when it was changed meanwhile. */
    private int syncAdded(
            ToolEndpoint endpoint, Optional<Credential> credential, Map<ToolName, ToolDefinition> offered) {
        Integration integration = endpoint.integration();
        Optional<Integer> version = parts.endpoints().added().version(endpoint);
        return parts.stores().transactions().inTransaction(() -> {
            Optional<StoredIntegration> stored = parts.stores()
                    .integrations()
                    .find(integration.key())
                    .filter(found ->
                            version.filter(made -> made == found.version()).isPresent());
            if (stored.isEmpty()) {
                return offered.size();
            }
            integration.owner().ifPresent(parts.stores().accounts()::lock);
            Map<ToolName, List<Tool>> known = known(integration);
            List<Violation> leftOut = new ArrayList<>(endpoint.leftOut());
            Map<ToolName, ToolDefinition> taken = integration
                    .owner()
                    .map(owner -> fitting(owner, offered, known, leftOut))
                    .orElse(offered);
            ImportResult before = stored.get().result();
            take(integration, taken, known, before.importedAt().isEmpty());
            if (credential.isEmpty() || integration.owner().isPresent()) {
                retireOthers(known, taken);
            }
            parts.stores()
                    .integrations()
                    .imported(
                            integration.key(),
                            stored.get().version(),
                            before.succeeded(parts.clock().instant(), taken.size(), leftOut));
            return taken.size();
        });
    }

    /** As many new tools as the limits of a user permit. */
    private Map<ToolName, ToolDefinition> fitting(
            UserId owner,
            Map<ToolName, ToolDefinition> offered,
            Map<ToolName, List<Tool>> known,
            List<Violation> leftOut) {
        int count = store.countOf(owner);
        long bytes = store.bytesOf(owner);
        Map<ToolName, ToolDefinition> fitting = new LinkedHashMap<>();
        for (Map.Entry<ToolName, ToolDefinition> one : offered.entrySet()) {
            long size = ToolText.bytes(one.getValue());
            boolean isKnown = known.containsKey(one.getKey());
            if (!isKnown
                    && (count >= parts.limits().toolsOfUser()
                            || bytes + size > parts.limits().toolBytesOfUser())) {
                leftOut.add(new Violation(
                        one.getKey().value(),
                        "the tools of one account may be " + parts.limits().toolsOfUser() + " with "
                                + parts.limits().toolBytesOfUser() + " bytes together"));
                continue;
            }
            count += isKnown ? 0 : 1;
            bytes += isKnown ? 0 : size;
            fitting.put(one.getKey(), one.getValue());
        }
        return fitting;
    }

    private Map<ToolName, List<Tool>> known(Integration integration) {
        return store.imported(integration.key()).stream()
                .collect(Collectors.groupingBy(tool -> tool.definition().name()));
    }

    private void take(
            Integration integration,
            Map<ToolName, ToolDefinition> offered,
            Map<ToolName, List<Tool>> known,
            boolean trusted) {
        offered.forEach((name, definition) ->
                offer(new Offer(integration, definition, trusted), known.getOrDefault(name, List.of())));
    }

    private void retireOthers(Map<ToolName, List<Tool>> known, Map<ToolName, ToolDefinition> offered) {
        known.forEach((name, tools) -> {
            if (!offered.containsKey(name)) {
                tools.forEach(this::retire);
            }
        });
    }

    int activeTools(Integration integration) {
        return (int) store.imported(integration.key()).stream()
                .filter(tool -> tool.status() == ToolStatus.ACTIVE)
                .count();
    }

    /** A tool of an integration; a trusted one is active without an approval. */
    private record Offer(Integration integration, ToolDefinition definition, boolean trusted) {}

    private void offer(Offer offer, List<Tool> known) {
        ToolDefinition definition = offer.definition();
        boolean trusted = offer.trusted();
        Optional<Tool> same = known.stream()
                .filter(tool -> ToolDigest.isSame(tool.definition(), definition))
                .filter(tool -> baseOf(tool.definition().version()).equals(baseOf(definition.version())))
                .findFirst()
                .map(tool -> redeclared(tool, definition));
        Tool current =
                same.map(tool -> trusted ? revived(tool) : looked(tool, known)).orElseGet(() -> added(offer));
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

    private Tool added(Offer offer) {
        Tool fresh = new Tool(
                new ToolId(parts.ids().next("tool")),
                offer.definition().withVersion(free(offer)),
                offer.integration().owner(),
                true,
                offer.integration().owner().isPresent() ? Visibility.PRIVATE : Visibility.SHARED,
                sourceOf(offer.integration().kind()),
                ToolStatus.ACTIVE,
                parts.clock().instant(),
                Optional.empty());
        return store.add(offer.trusted() ? fresh : fresh.quarantined(), Optional.empty());
    }

    /** A user may have registered a tool with the same name and version. */
    private ToolVersion free(Offer offer) {
        ToolDefinition definition = offer.definition();
        boolean taken = store.ofName(offer.integration().owner(), definition.name()).stream()
                .anyMatch(tool -> tool.definition().version().equals(definition.version()));
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
            case HTTP, OPENAPI -> ToolSource.REGISTRY;
            case MCP -> ToolSource.MCP;
        };
    }
}
