package dev.guildhall.ports.key;

import dev.guildhall.ports.Caller;
import java.util.List;

/**
 * Driving port: the keys that access tokens are signed with (contract 1: keys rotate without signing anyone out). For
 * admins. Blocks. Thread-safe. Refuses with {@code CommonProblem.Unauthenticated}, and with
 * {@code CommonProblem.Forbidden} whoever is no admin.
 */
public interface SigningKeys {
    /** The next key, the active one, and the retired ones that are still kept, the last to retire first. */
    List<SigningKeyDetails> keys(Caller caller);

    /**
     * Makes the next key the active one, retires the active one, and makes a new next one. Of several rotations at once
     * that found the same active key one takes place, and all answer with what it left. Every token stays good until it
     * expires.
     *
     * @return the keys afterwards, as {@link #keys} gives them
     */
    List<SigningKeyDetails> rotate(Caller caller);
}
