package dev.guildhall.ports.authorization;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/** Driven port: codes that users' consents have issued. Blocks. Takes part in {@code Transactions}. */
public interface AuthorizedCodeStore extends UserData {
    /** Stores a new code. */
    void add(AuthorizedCode code);

    /**
     * Takes a code. Of several calls at once exactly one is the first; the others return after its transaction has
     * ended. An expired code is returned like any other.
     *
     * @param hash of the code
     * @return empty when it is unknown or was removed
     */
    Optional<TakenCode> take(String hash);

    /** Removes the codes that a user's consents have issued and that no client has redeemed: their password has changed. */
    void removeOf(UserId userId);

    /**
     * Removes codes that expired before that moment.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
