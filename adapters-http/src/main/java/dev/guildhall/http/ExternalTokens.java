package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.session.AccessToken;
import java.util.Optional;

/** Access tokens of another issuer. */
public interface ExternalTokens {
    /**
     * The bearer of a token of that issuer; empty when the token names a different issuer.
     *
     * @param caller who sent the token, before the bearer is known
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the token is invalid,
     *     with {@code CommonProblem.TokenExpired} when it has expired, with {@code CommonProblem.Unavailable} when the
     *     issuer's keys cannot be read at the moment
     */
    Optional<Caller.User> bearer(Caller caller, AccessToken token);

    /** Accepts the tokens of another one too, which is asked only about tokens that are not of this issuer. */
    default ExternalTokens or(ExternalTokens other) {
        return (caller, token) -> bearer(caller, token).or(() -> other.bearer(caller, token));
    }
}
