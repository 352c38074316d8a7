package dev.guildhall.ports.oauth;

import dev.guildhall.ports.Caller;

/** Driving port: the accounts of users who bring tokens of another issuer (keys-18). Blocks. */
public interface ExternalAccounts {
    /**
     * The bearer of a token that was verified, with the account of its issuer and subject, which the first use creates.
     * An identity that signs in with a provider of the same issuer has the same account. An existing account is never
     * joined by its address: the new account has the token's address when the issuer has verified it and no account has
     * it, otherwise one under the reserved domain {@code .invalid}. The roles are the account's current roles, and
     * {@code admin} when the token gives it; that role is not stored.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the account is
     *     disabled
     */
    Caller.User authenticate(Caller caller, ExternalBearer bearer);
}
