package dev.guildhall.ports.session;

/** Driven port: makes and reads access tokens. Thread-safe. */
public interface AccessTokens {
    /** A token that says these claims. */
    AccessToken issue(AccessClaims claims);

    /**
     * Reads a token.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.TokenExpired} when it is ours and has
     *     expired, with {@code CommonProblem.Unauthenticated} when it is not good for any other reason
     */
    AccessClaims verify(AccessToken token);
}
