package dev.guildhall.ports.session;

/** Driven port: issues and verifies access tokens. */
public interface AccessTokens {
    /** Issues a token with these claims. */
    AccessToken issue(AccessClaims claims);

    /**
     * Reads a token.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.TokenExpired} when this server or a trusted
     *     issuer issued it and it has expired, with {@code CommonProblem.Unauthenticated} when it is not valid for
     *     another reason
     */
    AccessClaims verify(AccessToken token);
}
