package dev.guildhall.ports.oauth;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.session.SignedIn;
import java.util.List;

/**
 * Driving port: sign-in with a provider (contract 1, OAuth sign-in). Every method blocks. Thread-safe.
 *
 * <p>A provider that is not configured, and a redirectUri that the installation does not allow, are refused with
 * {@code CommonProblem.Invalid}.
 */
public interface OAuthSignIn {
    /** The configured providers. */
    List<ProviderDetails> providers(Caller caller);

    /**
     * Begins a sign-in, or the linking of an identity. What it returns is good for 10 minutes. The state of a caller who is
     * signed in links an identity to that caller's account alone.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.ProviderUnavailable}
     */
    BegunSignIn begin(Caller caller, ProviderName provider, RedirectUri redirectUri);

    /**
     * Signs in whoever the provider says it is: the account that the identity is linked to; else the account with the
     * address, if both sides have verified it; else a new account, if there is none with the address. A state that was
     * sent is used up, whatever comes of it.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.StateNotValid},
     *     {@code AccountProblem.CodeRefused}, {@code AccountProblem.CodeRefusedWithoutState},
     *     {@code AccountProblem.ProviderUnavailable} or {@code AccountProblem.AccountNotLinked}; with
     *     {@code CommonProblem.Invalid} without a state where the installation requires one
     */
    SignedIn signIn(Caller caller, OAuthGrant grant);

    /**
     * Links an identity to the caller's account; one that is linked to it already stays as it is. The
     * state is required and must be one that the caller began with: otherwise the code may be one of another person's
     * identity.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #signIn}, with {@code CommonProblem.Invalid} without a state
     *     whatever the installation requires for signing in, and with {@code CommonProblem.Unauthenticated}, with
     *     {@code AccountProblem.IdentityTaken} when it is linked to another account, or with
     *     {@code AccountProblem.TooManyIdentities}
     */
    LinkedIdentity link(Caller caller, OAuthGrant grant);

    /**
     * The identities that are linked to the caller's account, newest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    Page<LinkedIdentity> identities(Caller caller, PageRequest page);

    /**
     * Ends a link of the caller's account.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.NotFound}, or {@code AccountProblem.LastSignInMethod} when the account has no password and
     *     no other identity
     */
    void unlink(Caller caller, IdentityId id);
}
