package dev.guildhall.core.account;

import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.account.AuthorizationRequest;
import dev.guildhall.ports.account.OAuthGrant;
import dev.guildhall.ports.account.OAuthProof;
import dev.guildhall.ports.account.OAuthState;
import dev.guildhall.ports.account.OAuthStateHash;
import dev.guildhall.ports.account.OAuthStateStore;
import dev.guildhall.ports.account.PendingOAuth;
import dev.guildhall.ports.account.ProviderName;
import dev.guildhall.ports.account.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Remembers sign-ins that were begun, until the browser comes back or ten minutes have passed. Thread-safe. */
public final class OAuthStates {
    private final InstantSource clock;
    private final Secrets secrets;
    private final OAuthStateStore store;
    private final OAuthLimits limits;

    public OAuthStates(InstantSource clock, SecretSource secrets, OAuthStateStore store, OAuthLimits limits) {
        this.clock = clock;
        this.secrets = new Secrets(secrets);
        this.store = store;
        this.limits = limits;
    }

    /** What a provider is to be asked for; it is not kept yet. */
    AuthorizationRequest fresh(RedirectUri redirectUri) {
        OAuthProof proof = new OAuthProof(secrets.fresh(), secrets.fresh());
        return new AuthorizationRequest(redirectUri, new OAuthState(secrets.fresh()), proof);
    }

    void keep(ProviderName provider, AuthorizationRequest request) {
        Instant now = clock.instant();
        Instant expiresAt = now.plus(limits.stateLife());
        OAuthStateHash hash = hash(request.state());
        store.add(
                new PendingOAuth(hash, provider, request.redirectUri(), request.proof(), expiresAt),
                now,
                limits.states());
    }

    /**
     * Takes the state of a grant, once, whether or not it fits.
     *
     * @return absent when the grant has none
     */
    Optional<OAuthProof> redeem(OAuthGrant grant) {
        return grant.state()
                .map(state -> store.take(hash(state), clock.instant())
                        .filter(pending -> pending.provider().equals(grant.provider()))
                        .filter(pending -> pending.redirectUri().equals(grant.redirectUri()))
                        .map(PendingOAuth::proof)
                        .orElseThrow(() -> new Refusal(new AccountProblem.StateNotValid())));
    }

    private static OAuthStateHash hash(OAuthState state) {
        return new OAuthStateHash(Secrets.hash(state.value()));
    }
}
