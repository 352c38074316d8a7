package dev.guildhall.ports.key;

import java.util.List;

/**
 * Driven port: the keys that access tokens are signed with, shared by all nodes. Blocks. Takes part in
 * {@code Transactions}.
 */
public interface SigningKeyStore {
    /** Stores a new key, with its private part encrypted at rest; for a stored key, updates its phase. */
    void put(SigningKey key);

    /** Removes a key; nothing happens when there is none. */
    void remove(String keyId);

    /** All keys, newest first. */
    List<SigningKey> all();

    /**
     * As {@link #all}, locked until the open transaction ends: another caller that locks them waits, and then reads the
     * changed keys. The lock also works when there is no key.
     */
    List<SigningKey> lock();
}
