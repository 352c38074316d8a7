package dev.guildhall.ports.account;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/** Driven port: tokens of accounts that are good once. Blocks. Takes part in {@code Transactions}. */
public interface AccountTokenStore extends UserData {
    /** Stores a new token; nothing happens when it is for an account that does not exist. */
    void add(AccountToken token);

    /** The token, if it can be used; empty when it is unknown, used, of another kind or expired. */
    Optional<AccountToken> find(String hash, TokenKind kind, Instant now);

    /**
     * Removes a token and returns it. Of several calls at once exactly one gets it.
     *
     * @return empty when it is unknown, used, of another kind or expired
     */
    Optional<AccountToken> take(String hash, TokenKind kind, Instant now);

    /** Removes all tokens of a kind that an account has. */
    void removeOf(UserId userId, TokenKind kind);

    /**
     * Removes tokens that expired before that time.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
