package dev.guildhall.core.tool.connection;

import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** The flow of a provider's consent, from the request to the return of the browser. */
public final class ConsentFlow {
    private final Supplier<URI> publicAddress;
    private final AllowedRedirects redirects;
    private final PendingConsents pending;
    private final ConnectionRegistry connectionRegistry;

    /**
     * Providers send browsers back to a path below the public address of that moment; when it changes before they come
     * back, the provider refuses the exchange and the user begins again.
     *
     * @param redirects where browsers may be sent at the end
     */
    public ConsentFlow(
            Supplier<URI> publicAddress,
            AllowedRedirects redirects,
            PendingConsents pending,
            ConnectionRegistry connectionRegistry) {
        this.publicAddress = publicAddress;
        this.redirects = redirects;
        this.pending = pending;
        this.connectionRegistry = connectionRegistry;
    }

    BegunConnection begin(UserId userId, Integration integration, ConsentGateway gateway, ConnectRequest request) {
        RedirectUri redirectUri = requireValidRequest(integration, request);
        redirects.require(redirectUri);
        Set<Scope> known = known(userId, integration);
        Set<Scope> scopes = new LinkedHashSet<>(request.scopes().orElseGet(integration.auth()::grantable));
        scopes.addAll(known);
        ConsentRequest consent = pending.fresh(callback(integration.name()), List.copyOf(scopes));
        BegunConsent begun = gateway.begin(consent);
        requireGrantable(integration, request, begun, known);
        Connection.Key key = new Connection.Key(userId, integration.name());
        if (!connectionRegistry.whileThere(userId, () -> pending.keep(key, redirectUri, consent, begun))) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        return new BegunConnection.ConsentNeeded(begun.authorizationUrl(), consent.state(), pending.life());
    }

    private RedirectUri requireValidRequest(Integration integration, ConnectRequest request) {
        List<Violation> violations = new ArrayList<>();
        if (request.redirectUri().isEmpty()) {
            violations.add(new Violation("redirectUri", "is required"));
        }
        request.scopes().ifPresent(scopes -> checkScopes(integration, scopes, violations));
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
        return request.redirectUri().orElseThrow();
    }

    /** The scopes of an integration that declares none are those that its provider names. */
    private void checkScopes(Integration integration, List<Scope> scopes, List<Violation> violations) {
        if (scopes.size() > pending.mostScopes()) {
            violations.add(new Violation("scopes", "must be at most " + pending.mostScopes()));
            return;
        }
        List<Scope> grantable = integration.auth().grantable();
        if (!grantable.isEmpty()) {
            checkGrantable(integration, scopes, grantable, violations);
        }
    }

    /**
     * A provider grants only the requested scopes, not those of an earlier grant: a request for fewer scopes would lose
     * those. What the integration found missing since is requested too.
     */
    private Set<Scope> known(UserId userId, Integration integration) {
        Set<Scope> scopes = new LinkedHashSet<>();
        connectionRegistry.find(userId, integration).ifPresent(connection -> scopes.addAll(connection.grantedScopes()));
        scopes.addAll(connectionRegistry.missing(new Connection.Key(userId, integration.name())));
        return scopes;
    }

    private void requireGrantable(
            Integration integration, ConnectRequest request, BegunConsent begun, Set<Scope> known) {
        List<Violation> violations = new ArrayList<>();
        Set<Scope> grantable = new LinkedHashSet<>(begun.grantable());
        grantable.addAll(integration.auth().grantable());
        grantable.addAll(known);
        request.scopes().ifPresent(scopes -> checkGrantable(integration, scopes, grantable, violations));
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    private static void checkGrantable(
            Integration integration, List<Scope> scopes, Collection<Scope> grantable, List<Violation> violations) {
        for (int i = 0; i < scopes.size(); i++) {
            if (!grantable.contains(scopes.get(i))) {
                violations.add(new Violation("scopes[" + i + "]", "is not a scope of " + integration.name()));
            }
        }
    }

    /** What the caller must confirm first; empty when that is the user who began, or nothing would be connected. */
    Optional<ConsentQuestion> question(Caller caller, ConsentResponse answer, Function<UserId, String> integration) {
        PendingConsent consent = pending.find(answer);
        UserId owner = consent.key().userId();
        boolean isOwner = caller instanceof Caller.User user && user.userId().equals(owner);
        return isOwner || answer.error().isPresent() || answer.code().isEmpty()
                ? Optional.empty()
                : Optional.of(new ConsentQuestion(
                        connectionRegistry.nameOf(owner),
                        integration.apply(owner),
                        URI.create(consent.redirectUri().value())));
    }

    /** Completes a consent with the gateway of the integration that the answer belongs to. */
    URI answered(ConsentResponse answer, Function<UserId, Optional<ConsentGateway>> gateway) {
        PendingConsent consent = pending.redeem(answer);
        ConsentRedirect back = new ConsentRedirect(consent.redirectUri(), answer.integration());
        if (answer.error().isPresent() || answer.code().isEmpty()) {
            return back.failed(answer.error().orElse(ConsentRedirect.EXCHANGE_FAILED));
        }
        return gateway.apply(consent.key().userId())
                .map(provider -> exchanged(consent, answer, provider, back))
                .orElseGet(() -> back.failed(ConsentRedirect.TEMPORARILY_UNAVAILABLE));
    }

    private URI exchanged(
            PendingConsent consent, ConsentResponse answer, ConsentGateway gateway, ConsentRedirect back) {
        IntegrationName integration = consent.key().integration();
        try {
            Grant grant = gateway.exchange(new ConsentCode(
                    answer.code().orElseThrow(),
                    callback(integration),
                    consent.verifier(),
                    answer.issuer(),
                    consent.registration()));
            List<Scope> granted = grant.scopes().orElse(consent.scopes());
            if (connectionRegistry.connect(consent.key(), grant.tokens(), granted)) {
                return back.connected();
            }
            Revocations.attempt(gateway, integration, grant.tokens());
            return back.failed(ConsentRedirect.EXCHANGE_FAILED);
        } catch (Refusal refusal) {
            return switch (refusal.problem()) {
                case ToolProblem.ConsentRefused ignored -> back.failed(ConsentRedirect.EXCHANGE_FAILED);
                case ToolProblem.IntegrationUnavailable ignored -> back.failed(ConsentRedirect.TEMPORARILY_UNAVAILABLE);
                default -> throw refusal;
            };
        }
    }

    private URI callback(IntegrationName integration) {
        String address = publicAddress.get().toString().replaceFirst("/+$", "");
        return URI.create(address + "/api/v1/integrations/" + integration + "/callback");
    }
}
