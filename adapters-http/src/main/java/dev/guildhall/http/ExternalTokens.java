package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.session.AccessToken;
import java.util.Optional;

/** Access tokens that somebody else issues, to people who have no account here. Thread-safe. */
public interface ExternalTokens {
    /**
     * The bearer of a token of that issuer's; empty when the token names another one.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when it is not good, with
     *     {@code CommonProblem.TokenExpired} when it was, with {@code CommonProblem.Unavailable} when that cannot be found
     *     out for the moment
     */
    Optional<Caller.User> bearer(AccessToken token);
}
