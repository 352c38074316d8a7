package dev.guildhall.ports.key;

import dev.guildhall.ports.Caller;
import java.util.List;

/**
 * Driving port: the keys that access tokens are signed with (accounts-14). For
 * admins. Blocks. Refuses with {@code CommonProblem.Unauthenticated}, and with
 * {@code CommonProblem.Forbidden} when the caller is no admin.
 */
public interface SigningKeys {
    /** The next key, the active key, and the retired keys that are still stored, the last retired first. */
    List<SigningKeyDetails> keys(Caller caller);

    /**
     * Makes the next key active, retires the active key, and creates a new next key. Of several concurrent rotations
     * that found the same active key one takes effect, and all return its result. Every token stays valid until it
     * expires.
     *
     * @return the keys afterwards, as {@link #keys} returns them
     */
    List<SigningKeyDetails> rotate(Caller caller);
}
