package dev.guildhall.core.config;

/**
 * Limits of accounts and sessions.
 *
 * @param tokens of tokens and sessions
 * @param hashing of passwords
 * @param signIn of failures to sign in
 * @param signingKeys of the keys that sign access tokens
 */
public record AccountLimits(
        TokenLimits tokens, HashingLimits hashing, SignInLimits signIn, SigningKeyLimits signingKeys) {
    /** The values of the specification. */
    public static final AccountLimits DEFAULT = new AccountLimits(
            TokenLimits.DEFAULT, HashingLimits.DEFAULT, SignInLimits.DEFAULT, SigningKeyLimits.DEFAULT);

    public AccountLimits withTokens(TokenLimits limits) {
        return new AccountLimits(limits, hashing, signIn, signingKeys);
    }

    public AccountLimits withSignIn(SignInLimits limits) {
        return new AccountLimits(tokens, hashing, limits, signingKeys);
    }

    public AccountLimits withSigningKeys(SigningKeyLimits limits) {
        return new AccountLimits(tokens, hashing, signIn, limits);
    }
}
