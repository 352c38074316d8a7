package dev.guildhall.core.tool.connection;

import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Stores connections that have begun, until the browser comes back or ten minutes have passed. */
public final class PendingConsents {
    private final InstantSource clock;
    private final Secrets secrets;
    private final ConsentStore store;
    private final ConnectionLimits limits;

    public PendingConsents(InstantSource clock, SecretSource secrets, ConsentStore store, ConnectionLimits limits) {
        this.clock = clock;
        this.secrets = new Secrets(secrets);
        this.store = store;
        this.limits = limits;
    }

    Duration life() {
        return limits.consentLife();
    }

    int mostScopes() {
        return limits.scopes();
    }

    /** A new request for a consent; nothing is stored yet. */
    ConsentRequest fresh(URI callback, List<Scope> scopes) {
        return new ConsentRequest(callback, scopes, secrets.fresh(), secrets.fresh());
    }

    void keep(Connection.Key key, RedirectUri redirectUri, ConsentRequest request, BegunConsent begun) {
        Instant now = clock.instant();
        store.add(
                new PendingConsent(
                        Secrets.hash(request.state()),
                        key,
                        redirectUri,
                        begun.scopes(),
                        request.verifier(),
                        now.plus(limits.consentLife()),
                        begun.registration()),
                now,
                limits.consents());
    }

    /** The request that an answer belongs to; its state can still be used. */
    PendingConsent find(ConsentResponse answer) {
        return store.find(Secrets.hash(answer.state()), clock.instant())
                .filter(pending -> pending.key().integration().equals(answer.integration()))
                .orElseThrow(() -> new Refusal(new ToolProblem.ConsentStateNotValid()));
    }

    /** Takes the state of an answer, once, whether it is valid or not. */
    PendingConsent redeem(ConsentResponse answer) {
        return store.take(Secrets.hash(answer.state()), clock.instant())
                .filter(pending -> pending.key().integration().equals(answer.integration()))
                .orElseThrow(() -> new Refusal(new ToolProblem.ConsentStateNotValid()));
    }
}
