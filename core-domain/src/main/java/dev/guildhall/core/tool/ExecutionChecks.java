package dev.guildhall.core.tool;

import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.core.tool.connection.GrantedScopes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks whether a tool may run for a caller, in the order of tools-11. */
final class ExecutionChecks {
    /** A permitted call: the connection is absent when none is needed; the arguments have their defaults. */
    record Cleared(ToolEndpoint endpoint, Optional<Connection> connection, Map<String, Object> arguments) {}

    /** A tool that the caller may call, before the check of the arguments. */
    record Permitted(ToolEndpoint endpoint, Optional<Connection> connection) {}

    private final CompositeEndpoints endpoints;
    private final ToolStore tools;
    private final CredentialRefresher credentials;
    private final SchemaValidator validator;
    private final ApprovalStore approvals;

    ExecutionChecks(
            CompositeEndpoints endpoints,
            ToolStore tools,
            CredentialRefresher credentials,
            SchemaValidator validator,
            ApprovalStore approvals) {
        this.endpoints = endpoints;
        this.tools = tools;
        this.credentials = credentials;
        this.validator = validator;
        this.approvals = approvals;
    }

    /** The call, or a refusal with the first failed check. */
    Cleared clear(Caller.User caller, Tool tool, Map<String, Object> parameters) {
        requireNotDenied(caller, tool);
        Permitted permitted = permit(caller, tool);
        Map<String, Object> arguments = withDefaults(tool.definition().parameters(), parameters);
        requireFit(tool.definition().parameters(), arguments);
        return new Cleared(permitted.endpoint(), permitted.connection().map(this::usable), arguments);
    }

    /** A user's policy that denies a tool holds for every caller and every protocol (approvals-2). */
    private void requireNotDenied(Caller.User caller, Tool tool) {
        String name = tool.definition().name().value();
        ToolEffect effect = tool.isImported() ? endpoints.effect(caller.userId(), tool) : ToolEffect.WRITE;
        ApprovalPolicy policy = approvals.policy(caller.userId()).orElse(ApprovalPolicy.DEFAULT);
        if (policy.of(name, effect) == ApprovalRule.DENY) {
            throw new Refusal(new CommonProblem.Forbidden("your policy of approvals denies the tool " + name));
        }
    }

    /**
     * A connection that its provider has ended does not count; that a provider does not respond is detected by the
     * call.
     */
    Connection usable(Connection connection) {
        try {
            return credentials.fresh(connection);
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof ToolProblem.IntegrationUnavailable) {
                return connection;
            }
            throw refusal;
        }
    }

    /** All checks but that of the parameters. */
    Permitted permit(Caller.User caller, Tool tool) {
        ToolEndpoint endpoint = endpoints
                .of(caller.userId(), tool)
                .orElseThrow(() -> notConnected(
                        tool.definition().integration().value(), "this server has no integration of that name"));
        Optional<Connection> connection = permit(caller, endpoint.integration());
        requireScopes(tool, endpoint.integration(), connection);
        return new Permitted(endpoint, connection);
    }

    /** The caller's connection, absent when none is needed, after the checks that do not depend on a tool. */
    Optional<Connection> permit(Caller.User caller, Integration integration) {
        requireRole(caller, integration);
        return connection(caller, integration);
    }

    private static void requireRole(Caller.User caller, Integration integration) {
        if (Collections.disjoint(caller.roles(), integration.roles())) {
            throw new Refusal(
                    new CommonProblem.Forbidden("the tools of " + integration.name() + " are not for this account"));
        }
    }

    private Optional<Connection> connection(Caller.User caller, Integration integration) {
        if (integration.auth() instanceof AuthScheme.None) {
            return Optional.empty();
        }
        Optional<Connection> connection = credentials.connectionOf(caller, integration);
        if (connection.isEmpty()) {
            throw notConnected(integration.name().value(), "connect it first");
        }
        return connection;
    }

    private void requireScopes(Tool tool, Integration integration, Optional<Connection> connection) {
        List<String> missing = GrantedScopes.missing(neededBy(tool), connection).stream()
                .map(Scope::value)
                .toList();
        if (!missing.isEmpty()) {
            throw new Refusal(
                    new ToolProblem.InsufficientScopes(integration.name().value(), missing));
        }
    }

    /** A tool of a user calls the integration's action of the same name, and needs the scopes of that too. */
    private List<Scope> neededBy(Tool tool) {
        List<Scope> own = tool.definition().requiredScopes();
        if (tool.isImported()) {
            return own;
        }
        Stream<Scope> ofAction = tools
                .ofName(Optional.empty(), tool.definition().name())
                .stream()
                .filter(action -> action.status() == ToolStatus.ACTIVE)
                .flatMap(action -> action.definition().requiredScopes().stream());
        return Stream.concat(own.stream(), ofAction).distinct().toList();
    }

    /**
     * Null for an optional parameter is a value where the schema allows null, and else means absent (general-8).
     */
    private Map<String, Object> withDefaults(ToolParameters parameters, Map<String, Object> given) {
        Map<String, Object> all = new LinkedHashMap<>(given);
        Set<String> refused = given.containsValue(null) ? refusedNulls(parameters, given) : Set.of();
        parameters.byName().forEach((name, spec) -> {
            if (!spec.isRequired() && (!all.containsKey(name) || refused.contains(name))) {
                all.remove(name);
                spec.standard().ifPresent(standard -> all.put(name, standard));
            }
        });
        return all;
    }

    private Set<String> refusedNulls(ToolParameters parameters, Map<String, Object> given) {
        return validator.violations(parameters.inputSchema(), given).stream()
                .map(Violation::field)
                .filter(field -> given.containsKey(field) && given.get(field) == null)
                .collect(Collectors.toSet());
    }

    private void requireFit(ToolParameters parameters, Map<String, Object> arguments) {
        List<Violation> violations = validator.violations(parameters.inputSchema(), arguments);
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(
                    violations.stream().map(ExecutionChecks::below).toList()));
        }
    }

    private static Violation below(Violation violation) {
        String field = violation.field();
        return new Violation(field.equals("parameters") ? field : "parameters." + field, violation.message());
    }

    private static Refusal notConnected(String integration, String advice) {
        return new Refusal(new ToolProblem.IntegrationNotConnected(integration, advice));
    }
}
