package dev.guildhall.ports.key;

import java.util.List;

/**
 * Driven port: the keys that access tokens are signed with, shared by all nodes. Blocks. Thread-safe; takes part in
 * {@code Transactions}.
 */
public interface SigningKeyStore {
    /** Keeps a new key, its private part encrypted at rest; of one that is kept, its new phase. */
    void put(SigningKey key);

    /** Forgets a key; nothing happens when there is none. */
    void remove(String keyId);

    /** All keys, youngest first. */
    List<SigningKey> all();

    /**
     * As {@link #all}, held until the open transaction ends: whoever else locks them waits, and then sees what became of
     * them. Holds when there is none, too.
     */
    List<SigningKey> lock();
}
