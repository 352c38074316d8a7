package dev.guildhall.core.tool;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.ToolInvoker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The integrations of an installation and the tools of this process, by name. */
public final class CompositeEndpoints implements ToolEndpoints {
    private final Map<IntegrationName, ToolEndpoint> byName;

    /** An outside integration with the same name as tools inside this process replaces them. */
    public CompositeEndpoints(ToolEndpoints outside, List<ToolInvoker> inside, Threads threads) {
        byName = new TreeMap<>(InProcessEndpoint.of(inside, threads));
        outside.all().forEach(endpoint -> byName.put(endpoint.integration().name(), endpoint));
    }

    @Override
    public List<ToolEndpoint> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public Optional<ToolEndpoint> find(IntegrationName name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of the integrations whose tools can run: only these are listed and found. */
    List<IntegrationName> usable() {
        return byName.values().stream()
                .map(ToolEndpoint::integration)
                .filter(Integration::isUsable)
                .map(Integration::name)
                .toList();
    }
}
