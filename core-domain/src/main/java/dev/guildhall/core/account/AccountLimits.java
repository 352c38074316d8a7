package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;

/**
 * Limits of accounts and sessions.
 *
 * @param tokens lifetimes of tokens and sessions
 * @param hashesAtOnce how many passwords are hashed in parallel: one for each two processors, so that many sign-ins at
 *     once leave half of the processors to other requests
 * @param hashesWaiting how many more may wait; further ones are refused
 * @param sessionsListed how many of an account's sessions are listed at most
 * @param signIns attempts to sign in to one account (contract 0: 10 a minute)
 * @param signingKeys of the keys that sign access tokens
 */
public record AccountLimits(
        TokenLimits tokens,
        int hashesAtOnce,
        int hashesWaiting,
        int sessionsListed,
        RateLimit signIns,
        SigningKeyLimits signingKeys) {
    /** The values of the contract. */
    public static final AccountLimits DEFAULT = new AccountLimits(
            TokenLimits.DEFAULT,
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
            64,
            200,
            new RateLimit(10),
            SigningKeyLimits.DEFAULT);

    /** The same with other lifetimes of tokens and sessions. */
    public AccountLimits withTokens(TokenLimits limits) {
        return new AccountLimits(limits, hashesAtOnce, hashesWaiting, sessionsListed, signIns, signingKeys);
    }

    /** The same with another limit of attempts to sign in to one account. */
    public AccountLimits withSignIns(RateLimit limit) {
        return new AccountLimits(tokens, hashesAtOnce, hashesWaiting, sessionsListed, limit, signingKeys);
    }

    /** The same with other limits of signing keys. */
    public AccountLimits withSigningKeys(SigningKeyLimits keys) {
        return new AccountLimits(tokens, hashesAtOnce, hashesWaiting, sessionsListed, signIns, keys);
    }
}
