package dev.guildhall.core.agent;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** An integration whose tools answer with their arguments. Thread-safe once all tools are added. */
final class RemoteTools implements ToolEndpoint {
    private final Integration integration;
    private final List<ToolDefinition> offered = new ArrayList<>();
    private final List<Map<String, Object>> calls = new CopyOnWriteArrayList<>();

    RemoteTools(String name, IntegrationKind kind, AuthScheme auth, Role role) {
        integration = new Integration(new IntegrationName(name), name, "for tests", kind, auth, Set.of(role));
    }

    static RemoteTools open(String name) {
        return new RemoteTools(name, IntegrationKind.HTTP, new AuthScheme.None(), Role.USER);
    }

    void offers(ToolDefinition definition) {
        offered.add(definition);
    }

    /** What its tools were called with. */
    List<Map<String, Object>> calls() {
        return List.copyOf(calls);
    }

    @Override
    public Integration integration() {
        return integration;
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.copyOf(offered);
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        calls.add(invocation.arguments());
        return new ToolOutcome.Success(invocation.arguments());
    }
}
