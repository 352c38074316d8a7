package dev.guildhall.http.tool;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An integration with one tool, {@code run}, and a provider that grants whatever it is asked for. */
public record ScriptedEndpoint(String name, AuthScheme auth) implements ToolEndpoint, ConsentGateway {
    private static final List<Scope> SCOPES = List.of(new Scope("read"), new Scope("write"));

    static ToolEndpoint consented(String name, boolean configured) {
        return new ScriptedEndpoint(name, new AuthScheme.OAuth2(SCOPES, configured));
    }

    public static ToolEndpoint keyed(String name) {
        return new ScriptedEndpoint(name, new AuthScheme.ApiKey(SCOPES));
    }

    @Override
    public Integration integration() {
        return new Integration(
                new IntegrationName(name), name, "For tests", IntegrationKind.HTTP, auth, Set.of(Role.USER));
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of(new ToolDefinition(
                new ToolName(name + ".run"),
                new ToolDescription("Runs"),
                new ToolVersion("1.0.0"),
                ToolParameters.none(),
                new IntegrationName(name),
                SCOPES));
    }

    @Override
    public List<Violation> leftOut() {
        return List.of(new Violation("bad", "is broken"));
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        if (invocation.credential().orElse(null) instanceof Credential.OAuthTokens tokens
                && tokens.accessToken().equals("access-weak")) {
            return new ToolOutcome.Failure(
                    FailureKind.INSUFFICIENT_SCOPES, "it wants more", Optional.empty(), List.of(new Scope("more")));
        }
        String kind = invocation
                .credential()
                .map(credential -> credential.getClass().getSimpleName())
                .orElse("none");
        return new ToolOutcome.Success(Map.of("credential", kind));
    }

    @Override
    public Optional<ConsentGateway> consent() {
        return Optional.of(this);
    }

    @Override
    public BegunConsent begin(ConsentRequest request) {
        return new BegunConsent(
                URI.create("https://provider.example/consent?callback=" + request.callback()), request.scopes());
    }

    @Override
    public Grant exchange(ConsentCode code) {
        if (code.issuer().isPresent()) {
            throw new Refusal(new ToolProblem.ConsentRefused(name));
        }
        return new Grant(
                new Credential.OAuthTokens("access-" + code.code(), Optional.empty(), Optional.empty()),
                Optional.empty());
    }

    @Override
    public Grant refresh(Credential.OAuthTokens expired) {
        return new Grant(expired, Optional.empty());
    }

    @Override
    public void revoke(Credential.OAuthTokens tokens) {}
}
