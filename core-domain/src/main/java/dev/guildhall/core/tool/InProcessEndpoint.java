package dev.guildhall.core.tool;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The tools of this process with the same first name, as an integration that is always connected. */
final class InProcessEndpoint implements ToolEndpoint {
    private static final ToolVersion VERSION = new ToolVersion("1.0.0");
    private static final Map<String, Words> KNOWN = Map.of(
            "builtin",
            new Words(
                    "Built-in tools", "Tools that come with the server: arithmetic, time, web pages, texts, memories."),
            "files",
            new Words("Files", "Reads the files that you have attached to chats or uploaded."),
            "testrun",
            new Words("Test runs", "Starts test runs, follows them and reads what failed."));

    private record Words(String name, String description) {}

    private final Integration integration;
    private final List<ToolInvoker> invokers;
    private final Threads threads;

    private InProcessEndpoint(IntegrationName name, List<ToolInvoker> invokers, Threads threads) {
        this.threads = threads;
        this.invokers = List.copyOf(invokers);
        Words words = KNOWN.getOrDefault(
                name.value(), new Words(name.value(), "Tools that run in the server's own process."));
        this.integration = new Integration(
                name,
                words.name(),
                words.description(),
                IntegrationKind.IN_PROCESS,
                new AuthScheme.None(),
                Set.of(Role.USER));
    }

    /** One endpoint for each first name among the tools, by that name. */
    static Map<IntegrationName, ToolEndpoint> of(List<ToolInvoker> invokers, Threads threads) {
        Map<IntegrationName, ToolEndpoint> endpoints = new TreeMap<>();
        for (ToolInvoker invoker : invokers) {
            for (ToolSpec spec : invoker.tools()) {
                endpoints.computeIfAbsent(
                        new IntegrationName(spec.name().integration()),
                        name -> new InProcessEndpoint(name, invokers, threads));
            }
        }
        return endpoints;
    }

    @Override
    public Integration integration() {
        return integration;
    }

    @Override
    public ToolEffect effect(ToolDefinition definition) {
        return invokers.stream()
                .filter(invoker ->
                        invoker.tools().stream().anyMatch(spec -> spec.name().equals(definition.name())))
                .findFirst()
                .map(invoker -> invoker.effect(definition.name()))
                .orElse(ToolEffect.WRITE);
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return invokers.stream()
                .flatMap(invoker -> invoker.tools().stream())
                .filter(spec ->
                        spec.name().integration().equals(integration.name().value()))
                .map(this::definition)
                .toList();
    }

    private ToolDefinition definition(ToolSpec spec) {
        return new ToolDefinition(
                spec.name(),
                new ToolDescription(spec.description()),
                VERSION,
                ToolParameters.ofSchema(spec.parameters()),
                integration.name(),
                List.of());
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        return invokers.stream()
                .filter(invoker ->
                        invoker.tools().stream().anyMatch(spec -> spec.name().equals(invocation.tool())))
                .findFirst()
                .map(invoker -> separately(invoker, invocation))
                .orElseGet(() -> new ToolOutcome.Failure(
                        FailureKind.UNKNOWN_TOOL, integration.name() + " has no tool " + invocation.tool()));
    }

    private ToolOutcome separately(ToolInvoker invoker, ToolInvocation invocation) {
        try {
            return threads.separately(() -> invoker.invoke(
                    invocation.caller(),
                    invocation.tool(),
                    invocation.arguments(),
                    Optional.of(invocation.idempotencyKey())));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "the call was cancelled");
        }
    }
}
