package dev.guildhall.core.tool;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An integration whose tools run a function of the test, and by default return their arguments. Thread-safe. */
final class WorkingEndpoint implements ToolEndpoint {
    private final Integration integration;
    private final Optional<ConsentGateway> consent;
    private final List<ToolInvocation> invocations = new CopyOnWriteArrayList<>();
    private volatile List<ToolDefinition> offered = List.of();
    private volatile Function<ToolInvocation, ToolOutcome> work =
            invocation -> new ToolOutcome.Success(invocation.arguments());
    private volatile Optional<IntegrationLogo> logo = Optional.empty();
    private final AtomicInteger logosAsked = new AtomicInteger();
    private volatile boolean silent;
    private volatile Optional<SignInDemand> demand = Optional.empty();

    private WorkingEndpoint(Integration integration, Optional<ConsentGateway> consent) {
        this.integration = integration;
        this.consent = consent;
    }

    static WorkingEndpoint of(Integration integration) {
        return new WorkingEndpoint(integration, Optional.empty());
    }

    static WorkingEndpoint of(String name, IntegrationKind kind, AuthScheme auth, Role... roles) {
        return new WorkingEndpoint(
                new Integration(new IntegrationName(name), name, "for tests", kind, auth, Set.of(roles)),
                Optional.empty());
    }

    /** The same with a gateway for a user's consent. */
    WorkingEndpoint withConsent(ConsentGateway gateway) {
        return new WorkingEndpoint(integration, Optional.of(gateway));
    }

    void offers(ToolDefinition... definitions) {
        offered = List.of(definitions);
    }

    void does(Function<ToolInvocation, ToolOutcome> something) {
        work = something;
    }

    void replies(Object data) {
        does(invocation -> new ToolOutcome.Success(data));
    }

    /** How often its logo was asked for. */
    int logosAsked() {
        return logosAsked.get();
    }

    void names(Optional<IntegrationLogo> picture) {
        logo = picture;
    }

    void fallsSilent() {
        silent = true;
    }

    void speaks() {
        silent = false;
    }

    /** The server refuses requests without a credential from now on, and says where its users sign in. */
    void demandsSignIn() {
        demand = Optional.of(new SignInDemand(integration.name(), "far", Optional.empty(), List.of()));
    }

    List<ToolInvocation> invocations() {
        return List.copyOf(invocations);
    }

    @Override
    public Integration integration() {
        return demand.isPresent() ? integration.with(new AuthScheme.OAuth2(List.of(), true)) : integration;
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        if (silent) {
            throw new Refusal(new ToolProblem.IntegrationUnavailable(integration.displayName(), "it is silent"));
        }
        if (demand.isPresent() && credential.isEmpty()) {
            throw new Refusal(new ToolProblem.IntegrationNotConnected(integration.displayName(), "sign in"));
        }
        return offered;
    }

    @Override
    public Optional<IntegrationLogo> logo() {
        logosAsked.incrementAndGet();
        return logo;
    }

    @Override
    public Optional<SignInDemand> demand() {
        return demand;
    }

    @Override
    public boolean asksForSignIn() {
        return integration.auth() instanceof AuthScheme.None && demand.isPresent();
    }

    @Override
    public void demanded(SignInDemand by) {
        demand = Optional.of(by);
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        invocations.add(invocation);
        return work.apply(invocation);
    }

    @Override
    public Optional<ConsentGateway> consent() {
        return consent;
    }
}
