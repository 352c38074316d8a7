package dev.guildhall.ports.account;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Driven port: second factors and recovery codes of accounts. Blocks. Takes part in {@code Transactions}. */
public interface FactorStore extends UserData {
    /**
     * Stores a new factor.
     *
     * @return false, with nothing written, when its account does not exist, or any account has its passkey already
     */
    boolean add(Factor factor);

    /** The factors of an account, earliest identifier first. */
    List<Factor> ofUser(UserId userId);

    /**
     * Accepts a code or a signature: stores its counter and that the factor is confirmed. Of several calls with one counter above
     * 0 exactly one returns true.
     *
     * @param counter above 0, or 0 of a passkey that does not count
     * @return false, with nothing written, when there is no such factor, or its counter is this one or a later one; but 0 is
     *     accepted as long as the stored counter is 0
     */
    boolean accept(FactorId id, long counter, Instant now);

    /** Removes a factor; nothing happens when there is none. */
    void remove(FactorId id);

    /** Replaces the recovery codes of an account by those with these hashes; nothing happens when there is no such account. */
    void setRecoveryCodes(UserId userId, Collection<String> hashes);

    /**
     * Uses a recovery code up. Of several calls at once exactly one returns true.
     *
     * @return false when the account has no code with that hash
     */
    boolean takeRecoveryCode(UserId userId, String hash);

    /** How many recovery codes of an account are left. */
    int countRecoveryCodes(UserId userId);
}
