package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.session.AccessToken;

/**
 * Driving port: browser sessions (chat-1 to chat-3). The browser gets a key for a cookie; tokens stay on the server,
 * which renews them, one renewal of a session at a time over all nodes. A session ends 12 hours after its last request,
 * 7 days after the sign-in, and with the account's session. Every method blocks.
 */
public interface WebSessions {
    /**
     * Signs in with a password and opens a session with a new key.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@code Accounts.signIn}
     */
    OpenedSession signIn(Caller caller, Credentials credentials);

    /** Ends a sign-in that needs a second factor, as {@code Accounts.signIn}. */
    OpenedSession signIn(Caller caller, SecondFactor second);

    /** Signs in with a passkey alone, as {@code Accounts.signIn}. */
    OpenedSession signIn(Caller caller, PasskeyAssertion assertion);

    /**
     * Creates an account and opens a session with a new key.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@code Accounts.register}
     */
    OpenedSession register(Caller caller, Registration registration);

    /**
     * Signs in with the reply of a provider and opens a session with a new key.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@code OAuthSignIn.signIn}
     */
    OpenedSession signIn(Caller caller, OAuthGrant grant);

    /**
     * Finds the user of a session, with the account's current roles.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the key is unknown or
     *     its session has ended
     */
    Caller.User authenticate(Caller caller, SessionKey key);

    /**
     * The user of a session, for display.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #authenticate}
     */
    WebUser user(Caller caller, SessionKey key);

    /**
     * The access token of the caller's browser session, valid for at least a minute, for a remote agent service.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the caller has no
     *     browser session
     */
    AccessToken accessToken(Caller caller);

    /**
     * Makes a profile the account's active one, as {@code Profiles.activate}; the caller's browser session acts as it
     * from now on. The token stays on the server.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@code Profiles.activate}, and with
     *     {@code CommonProblem.Unauthenticated} when the caller has no browser session
     */
    WebUser activate(Caller caller, ProfileId id);

    /** Ends the session together with the account's session; nothing happens when it has ended. */
    void signOut(Caller caller, SessionKey key);
}
