package dev.guildhall.ports.apikey;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;

/**
 * An API key that has not expired.
 *
 * @param key the key
 * @param account that its bearer acts as
 * @param countsFor the user for whose limits its use counts: its account; for a key of a group its maker while that
 *     account is enabled, afterwards the owner of the group who has been a member the longest (keys-9)
 */
public record LiveApiKey(ApiKey key, Account account, UserId countsFor) {
    /** The part that a caller has who uses this key. */
    public Caller.Key ofCaller() {
        return new Caller.Key(
                key.id(), countsFor, key.scope().services(), key.scope().models(), key.limits());
    }
}
