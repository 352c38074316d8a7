package dev.guildhall.integrations.httptool;

import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An integration whose tools are requests to an HTTP API. */
public final class HttpToolEndpoint implements ToolEndpoint {
    private final Integration integration;
    private final HttpApi api;
    private final Map<ToolName, HttpAction> actions;
    private final OutboundHttp http;
    private final Optional<ConsentGateway> consent;
    private final RequestWriter writer;
    private final HttpResponseReader reader;

    /** Creates an endpoint; the consent is absent when the integration needs none. */
    public HttpToolEndpoint(
            Integration integration, HttpApi api, HttpClientParts client, Optional<ConsentGateway> consent) {
        this.integration = integration;
        this.api = api;
        this.actions = byName(api.actions());
        this.http = client.http();
        this.consent = consent;
        this.writer = new RequestWriter(api);
        this.reader = new HttpResponseReader(
                integration.displayName(), new StatusReader(integration.displayName(), client.clock()));
    }

    public record HttpClientParts(OutboundHttp http, InstantSource clock) {}

    private static Map<ToolName, HttpAction> byName(List<HttpAction> actions) {
        Map<ToolName, HttpAction> byName = new LinkedHashMap<>();
        actions.forEach(action -> byName.put(action.definition().name(), action));
        return byName;
    }

    @Override
    public Integration integration() {
        return integration;
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return actions.values().stream().map(HttpAction::definition).toList();
    }

    @Override
    public ToolEffect effect(ToolDefinition definition) {
        return Optional.ofNullable(actions.get(definition.name()))
                .map(HttpAction::effect)
                .orElse(ToolEffect.WRITE);
    }

    @Override
    public List<Violation> leftOut() {
        return api.leftOut();
    }

    @Override
    public Optional<ConsentGateway> consent() {
        return consent;
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        HttpAction action = actions.get(invocation.tool());
        if (action == null) {
            return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + invocation.tool());
        }
        Optional<String> credential = invocation.credential().map(HttpToolEndpoint::value);
        if (credential.isEmpty() && !(api.credential() instanceof CredentialPlace.Nowhere)) {
            return new ToolOutcome.Failure(
                    FailureKind.UNAUTHORIZED,
                    integration.displayName() + " needs a connection; connect " + integration.name() + " first");
        }
        return outcome(action, invocation, credential);
    }

    private ToolOutcome outcome(HttpAction action, ToolInvocation invocation, Optional<String> credential) {
        ResponseRedaction redaction = new ResponseRedaction(secrets(credential));
        try {
            OutboundReply reply = http.send(writer.request(action, invocation, credential));
            return reader.outcome(reply, action.answers(), redaction);
        } catch (ArgumentFault fault) {
            return new ToolOutcome.Failure(
                    FailureKind.INVALID_ARGUMENTS, UpstreamWords.of(fault.getMessage(), redaction));
        } catch (OutboundFailure failure) {
            ToolOutcome.Failure outcome = failure.outcome();
            String words = integration.displayName() + ": " + UpstreamWords.of(outcome.message(), redaction);
            return new ToolOutcome.Failure(outcome.kind(), words, outcome.retryAfter());
        }
    }

    private Collection<String> secrets(Optional<String> credential) {
        Collection<String> secrets = new HashSet<>();
        credential.ifPresent(secrets::add);
        api.secretHeaders()
                .forEach(name -> Optional.ofNullable(api.headers().get(name)).ifPresent(secrets::add));
        return secrets;
    }

    private static String value(Credential credential) {
        return switch (credential) {
            case Credential.ApiKey(String value) -> value;
            case Credential.OAuthTokens tokens -> tokens.accessToken();
        };
    }
}
