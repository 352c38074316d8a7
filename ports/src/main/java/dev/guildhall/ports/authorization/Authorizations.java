package dev.guildhall.ports.authorization;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.TokenSet;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: OAuth clients that act for users at {@code /mcp} (protocols-3 to protocols-8). Blocks.
 * Methods refuse with {@code AccountProblem.ClientRefused}.
 */
public interface Authorizations {
    /**
     * Registers a client (RFC 7591). The number of registrations of one address is limited, and so is the number of
     * clients: those that no user connected are removed first.
     *
     * @param name as the client calls itself
     * @param redirects where its users may be sent back to
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Invalid} and
     *     {@code CommonProblem.RateLimited}
     */
    OAuthClient register(Caller caller, String name, List<ClientRedirect> redirects);

    /**
     * What the signed-in caller is asked to agree to when that client asks. Nothing is changed.
     *
     * @param redirect the address of the request; absent when the client has only one
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Unauthenticated}
     */
    Consent consent(Caller caller, ClientId client, Optional<String> redirect);

    /**
     * Carries out the caller's consent to what {@link #consent} returns.
     *
     * @return a code that the client can redeem once, within a minute
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Unauthenticated} and
     *     {@code CommonProblem.RateLimited}
     */
    String approve(Caller caller, ClientId client, Optional<String> redirect, CodeChallenge challenge);

    /**
     * Redeems a code: opens a session for the client. A second redemption of the code is refused and ends that session.
     */
    TokenSet redeem(Caller caller, CodeRedemption redemption);

    /** Exchanges a refresh token of the client as {@code Accounts.refresh} does: a second use ends the session. */
    TokenSet refresh(Caller caller, ClientId client, RefreshToken token);

    /**
     * Ends the session of a token of the client, an access token or a refresh token (RFC 7009). A token that is unknown
     * or belongs to another client changes nothing.
     */
    void revoke(Caller caller, ClientId client, String token);

    /**
     * Finds the bearer of an access token that was issued to a client.
     *
     * @return empty when the token was issued to no client
     * @throws dev.guildhall.ports.problem.Refusal as {@code Accounts.authenticate}
     */
    Optional<Caller.User> authenticate(Caller caller, AccessToken token);
}
