package dev.guildhall.ports.oauth;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.session.SignedIn;
import java.util.List;

/**
 * Driving port: sign-in with a provider (accounts-24 to accounts-29). Every method blocks.
 *
 * <p>A provider that is not configured, and a redirectUri that the installation does not allow, are refused with
 * {@code CommonProblem.Invalid}.
 */
public interface OAuthSignIn {
    /** The configured providers. */
    List<ProviderDetails> providers(Caller caller);

    /**
     * Begins a sign-in, or the linking of an identity. The state is valid for 10 minutes. An identity can be linked
     * only with a state that a signed-in caller got, and only to that caller's account.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.ProviderUnavailable}
     */
    BegunSignIn begin(Caller caller, ProviderName provider, RedirectUri redirectUri);

    /**
     * Signs in the identity that the provider names. It signs in to the account that the identity is linked to; else to
     * the account with the address, if both sides have verified it; else to a new account, if no account has the
     * address. The state cannot be used again, whatever the outcome is.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.StateNotValid},
     *     {@code AccountProblem.CodeRefused}, {@code AccountProblem.CodeRefusedWithoutState},
     *     {@code AccountProblem.ProviderUnavailable} or {@code AccountProblem.AccountNotLinked}; with
     *     {@code CommonProblem.Invalid} without a state when the installation requires one
     */
    SignedIn signIn(Caller caller, OAuthGrant grant);

    /**
     * Links an identity to the caller's account; an identity that is linked to it already stays linked. The state is
     * required, and the same caller must have begun with it: otherwise the code may belong to another person's
     * identity.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #signIn}, with {@code CommonProblem.Invalid} without a
     *     state, also when the installation does not require one for signing in, and with
     *     {@code CommonProblem.Unauthenticated}, with {@code AccountProblem.IdentityTaken} when the identity is linked
     *     to another account, or with {@code AccountProblem.TooManyIdentities}
     */
    LinkedIdentity link(Caller caller, OAuthGrant grant);

    /**
     * The identities that are linked to the caller's account, newest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    Page<LinkedIdentity> identities(Caller caller, PageRequest page);

    /**
     * Removes a link from the caller's account.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.NotFound}, or {@code AccountProblem.LastSignInMethod} when the account has no password
     *     and no other identity
     */
    void unlink(Caller caller, IdentityId id);
}
