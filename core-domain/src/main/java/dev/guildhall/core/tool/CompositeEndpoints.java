package dev.guildhall.core.tool;

import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.connection.IntegrationDirectory;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.ToolInvoker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The integrations of manifests, the tools of this process, and what users add while the server runs, by name. A user's
 * private integration hides the shared one of its name.
 */
public final class CompositeEndpoints implements ToolEndpoints {
    private final Map<IntegrationName, ToolEndpoint> fixed;
    private final IntegrationDirectory added;

    /** An outside integration with the same name as tools inside this process replaces them. */
    public CompositeEndpoints(
            ToolEndpoints outside, List<ToolInvoker> inside, Threads threads, IntegrationDirectory added) {
        fixed = new TreeMap<>(InProcessEndpoint.of(inside, threads));
        outside.all().forEach(endpoint -> fixed.put(endpoint.integration().name(), endpoint));
        this.added = added;
    }

    IntegrationDirectory added() {
        return added;
    }

    @Override
    public List<ToolEndpoint> all() {
        return List.copyOf(shared().values());
    }

    /** Those of the program and the manifests, which do not change while the process runs. */
    List<ToolEndpoint> fixed() {
        return List.copyOf(fixed.values());
    }

    /** Those of everybody, and of users those that this node has loaded. */
    List<ToolEndpoint> loaded() {
        return Stream.concat(shared().values().stream(), added.loaded().stream())
                .toList();
    }

    private Map<IntegrationName, ToolEndpoint> shared() {
        Map<IntegrationName, ToolEndpoint> shared = new TreeMap<>();
        added.shared().forEach(endpoint -> shared.put(endpoint.integration().name(), endpoint));
        shared.putAll(fixed);
        return shared;
    }

    @Override
    public List<ToolEndpoint> of(UserId user) {
        Map<IntegrationName, ToolEndpoint> seen = shared();
        added.ofUser(user).forEach(endpoint -> seen.put(endpoint.integration().name(), endpoint));
        return List.copyOf(seen.values());
    }

    @Override
    public Optional<ToolEndpoint> find(IntegrationName name) {
        return Optional.ofNullable(fixed.get(name)).or(() -> added.find(new Integration.Key(Optional.empty(), name)));
    }

    @Override
    public Optional<ToolEndpoint> find(UserId user, IntegrationName name) {
        return added.find(new Integration.Key(Optional.of(user), name)).or(() -> find(name));
    }

    /** The endpoint that a tool uses when a user calls it; empty when the user does not see the integration that offers it. */
    Optional<ToolEndpoint> of(UserId user, Tool tool) {
        return new OfTools(user).apply(tool);
    }

    /** The same for many tools: the endpoint of consecutive ones of one integration is looked up once. For one thread. */
    final class OfTools implements Function<Tool, Optional<ToolEndpoint>> {
        private final UserId user;
        private Optional<IntegrationName> last = Optional.empty();
        private Optional<ToolEndpoint> ofLast = Optional.empty();

        OfTools(UserId user) {
            this.user = user;
        }

        @Override
        public Optional<ToolEndpoint> apply(Tool tool) {
            IntegrationName name = tool.definition().integration();
            if (last.filter(name::equals).isEmpty()) {
                ofLast = find(user, name);
                last = Optional.of(name);
            }
            return ofLast.filter(endpoint ->
                    !tool.isImported() || endpoint.integration().owner().equals(tool.registrant()));
        }
    }

    /** What a call of an imported tool does. */
    ToolEffect effect(UserId user, Tool tool) {
        return of(user, tool)
                .map(endpoint -> endpoint.effect(tool.definition()))
                .orElse(ToolEffect.WRITE);
    }

    /** The names of the shared integrations whose tools can run for a user: only these are listed and found. */
    List<IntegrationName> usable(UserId user) {
        return of(user).stream()
                .map(ToolEndpoint::integration)
                .filter(integration -> integration.owner().isEmpty() && integration.isUsable())
                .map(Integration::name)
                .toList();
    }
}
