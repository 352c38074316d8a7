package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;
import java.time.Duration;

/**
 * Limits of accounts and sessions.
 *
 * @param tokens lifetimes of tokens and sessions
 * @param hashesAtOnce how many passwords are hashed in parallel: one for each two processors, so that many sign-ins at
 *     once leave half of the processors to other requests
 * @param hashesWaiting how many more may wait; further ones are refused
 * @param sessionsListed how many of an account's sessions are listed at most
 * @param failuresFromAddress failures to sign in to one account from one address (contract 1: 5 a minute)
 * @param failuresOfStrangers failures to sign in to one account from all addresses that never signed in to it (contract
 *     1: 50 a minute)
 * @param addressKnown how long an address is known after a sign-in (contract 1: 90 days)
 * @param signingKeys of the keys that sign access tokens
 */
public record AccountLimits(
        TokenLimits tokens,
        int hashesAtOnce,
        int hashesWaiting,
        int sessionsListed,
        RateLimit failuresFromAddress,
        RateLimit failuresOfStrangers,
        Duration addressKnown,
        SigningKeyLimits signingKeys) {
    /** The values of the contract. */
    public static final AccountLimits DEFAULT = new AccountLimits(
            TokenLimits.DEFAULT,
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
            64,
            200,
            new RateLimit(5),
            new RateLimit(50),
            Duration.ofDays(90),
            SigningKeyLimits.DEFAULT);

    /** The same with other lifetimes of tokens and sessions. */
    public AccountLimits withTokens(TokenLimits limits) {
        return new AccountLimits(
                limits,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                failuresFromAddress,
                failuresOfStrangers,
                addressKnown,
                signingKeys);
    }

    /** The same without limits of failures to sign in. */
    public AccountLimits withoutSignInLimits() {
        return new AccountLimits(
                tokens,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                RateLimit.NONE,
                RateLimit.NONE,
                addressKnown,
                signingKeys);
    }

    /** The same with other limits of signing keys. */
    public AccountLimits withSigningKeys(SigningKeyLimits keys) {
        return new AccountLimits(
                tokens,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                failuresFromAddress,
                failuresOfStrangers,
                addressKnown,
                keys);
    }
}
