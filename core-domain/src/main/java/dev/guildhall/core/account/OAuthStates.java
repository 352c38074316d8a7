package dev.guildhall.core.account;

import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.OAuthStateHash;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Stores sign-ins that have begun, until the browser comes back or ten minutes have passed. */
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

    /** A new authorization request; nothing is stored yet. */
    AuthorizationRequest fresh(RedirectUri redirectUri) {
        OAuthProof proof = new OAuthProof(secrets.fresh(), secrets.fresh());
        return new AuthorizationRequest(redirectUri, new OAuthState(secrets.fresh()), proof);
    }

    void keep(Caller caller, ProviderName provider, AuthorizationRequest request) {
        Instant now = clock.instant();
        Instant expiresAt = now.plus(limits.stateLife());
        OAuthStateHash hash = hash(request.state());
        store.add(
                new PendingOAuth(hash, provider, request.redirectUri(), request.proof(), ownerOf(caller), expiresAt),
                now,
                limits.states());
    }

    private static Optional<UserId> ownerOf(Caller caller) {
        return switch (caller) {
            case Caller.User user -> Optional.of(user.userId());
            case Caller.Anonymous ignored -> Optional.empty();
        };
    }

    /**
     * Takes the state of a grant, once, whether it is valid or not. A caller who has not signed in may use any valid
     * state. A signed-in caller, who links an identity, may use only a state that the same caller got: otherwise the
     * code of an attacker could link the attacker's identity to the caller's account.
     *
     * @return absent when the grant has none
     */
    Optional<OAuthProof> redeem(Caller caller, OAuthGrant grant) {
        Optional<UserId> owner = ownerOf(caller);
        if ((limits.stateRequired() || owner.isPresent()) && grant.state().isEmpty()) {
            throw Refusal.invalid("state", "is required");
        }
        return grant.state()
                .map(state -> store.take(hash(state), clock.instant())
                        .filter(pending -> pending.provider().equals(grant.provider()))
                        .filter(pending -> pending.redirectUri().equals(grant.redirectUri()))
                        .filter(pending -> owner.isEmpty() || pending.owner().equals(owner))
                        .map(PendingOAuth::proof)
                        .orElseThrow(() -> new Refusal(new AccountProblem.StateNotValid())));
    }

    private static OAuthStateHash hash(OAuthState state) {
        return new OAuthStateHash(Secrets.hash(state.value()));
    }
}
