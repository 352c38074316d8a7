package dev.guildhall.ports.oauth;

import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/** Driven port: identities that are linked to accounts. Blocks. Takes part in {@code Transactions}. */
public interface IdentityStore extends UserData {
    /**
     * Stores a new link.
     *
     * @return false, with nothing written, when the identity is linked to an account; of two calls at once exactly one
     *     returns true
     */
    boolean add(LinkedIdentity identity);

    /** The link of that identity; empty when there is none. */
    Optional<LinkedIdentity> find(IdentityKey key);

    /** All links of an account, oldest first. */
    List<LinkedIdentity> ofUser(UserId userId);

    /** Removes a link; nothing happens when there is none. */
    void remove(IdentityId id);
}
