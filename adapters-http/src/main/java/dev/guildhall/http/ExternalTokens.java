package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.session.AccessToken;
import java.util.Optional;

/** Access tokens of another issuer, whose bearers have no account here. Thread-safe. */
public interface ExternalTokens {
    /**
     * The bearer of a token of that issuer; empty when the token names a different issuer.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the token is invalid,
     *     with {@code CommonProblem.TokenExpired} when it has expired, with {@code CommonProblem.Unavailable} when the
     *     issuer's keys cannot be read at the moment
     */
    Optional<Caller.User> bearer(AccessToken token);
}
