package dev.guildhall.ports.session;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyRequest;
import dev.guildhall.ports.problem.Problem;
import java.util.function.Consumer;

/** Driving port: registration, sign-in and sessions (accounts-1 to accounts-19). Every method blocks. */
public interface Accounts {
    /** Who may register. */
    RegistrationMode registration(Caller caller);

    /**
     * Creates an account with its first profile, and signs it in.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.EmailTaken}
     */
    SignedIn register(Caller caller, Registration registration);

    /**
     * Gives the caller's account the role {@code admin}, as long as the installation has no administrator.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming {@code token} when it is wrong
     *     or an administrator exists, with {@code CommonProblem.RateLimited} after too many attempts, with
     *     {@code CommonProblem.Unauthenticated} without a session
     */
    void setUp(Caller caller, SetupToken token);

    /**
     * Signs in with a password. A wrong address and a wrong password have the same response after the same time
     * (accounts-5).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials}, with
     *     {@code AccountProblem.SecondFactorRequired} when the account has a second factor, or with
     *     {@code CommonProblem.RateLimited} when too many passwords are being checked
     */
    SignedIn signIn(Caller caller, Credentials credentials);

    /**
     * Ends a sign-in that needs a second factor (accounts-41).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials} for a wrong or used code and for a
     *     challenge that is unknown, used or older than 5 min, with {@code CommonProblem.RateLimited} after too many wrong codes
     */
    SignedIn signIn(Caller caller, SecondFactor second);

    /**
     * Issues a challenge for a sign-in with a passkey alone; says nothing about accounts.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when the installation has no public address that
     *     passkeys can be bound to
     */
    PasskeyRequest beginPasskeySignIn(Caller caller);

    /**
     * Signs in with a passkey in place of password and second factor (accounts-47). Its authenticator must have verified its user.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials} for whatever is not valid: an unknown
     *     passkey, a challenge that is unknown, used or older than 5 min, a wrong signature, a counter that did not increase, a user
     *     who was not verified, a disabled account
     */
    SignedIn signIn(Caller caller, PasskeyAssertion assertion);

    /**
     * Exchanges a refresh token for a new token set. A token that was used before ends its whole session (accounts-16).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.InvalidCredentials}
     */
    TokenSet refresh(Caller caller, RefreshToken token);

    /**
     * Ends the caller's session: its tokens stop working. A second call changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    void signOut(Caller caller);

    /**
     * The caller's current session.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    SessionDetails session(Caller caller);

    /**
     * Finds the bearer of an access token. The roles are the account's current roles, not those in the token; a change
     * takes effect within 1 s on every node (general-21).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.TokenExpired} when it has expired, with
     *     {@code CommonProblem.Unauthenticated} when it is not valid for another reason, for example because its
     *     session has ended
     */
    Caller.User authenticate(Caller caller, AccessToken token);

    /**
     * Whether the caller could still send a request: false when the session has ended, the API key was revoked or has
     * expired, or the account was erased or disabled, within 1 s on every node. A caller whose token another issuer
     * issued has no session here: false when the account was disabled or erased. False for a caller who has not signed
     * in. Blocks.
     */
    boolean isLive(Caller caller);

    /**
     * Watches a call that may last longer than the caller's session: a stream, a wait, a poll, a request to a model
     * (general-22). The expiry of the access token does not end the call. A caller
     * whose token another issuer issued has no session here: the call ends when the account is erased or disabled, and
     * never without an account.
     *
     * @param ended called at most once, on any thread, within 1 s after any node ended the session, erased the account
     *     or took a role from it; receives {@code CommonProblem.Unauthenticated}; must not block
     * @return the caller closes it when the call has ended
     */
    OpenCall open(Caller caller, Consumer<Problem> ended);
}
