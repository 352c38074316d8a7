package dev.guildhall.integrations.manifest;

import dev.guildhall.ports.tool.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The integrations of an installation, wherever they come from. Immutable. */
public final class EndpointCatalogue implements ToolEndpoints {
    private final Map<IntegrationName, ToolEndpoint> byName = new TreeMap<>();

    /**
     * Those of all lists together.
     *
     * @throws IllegalArgumentException when two have one name
     */
    public EndpointCatalogue(Collection<ToolEndpoint> builtin, Collection<ToolEndpoint> declared) {
        builtin.forEach(this::add);
        declared.forEach(this::add);
    }

    private void add(ToolEndpoint endpoint) {
        IntegrationName name = endpoint.integration().name();
        if (byName.putIfAbsent(name, endpoint) != null) {
            throw new IllegalArgumentException("there are two integrations of the name " + name);
        }
    }

    @Override
    public List<ToolEndpoint> all() {
        return List.copyOf(byName.values());
    }

    @Override
    public Optional<ToolEndpoint> find(IntegrationName name) {
        return Optional.ofNullable(byName.get(name));
    }
}
