package dev.guildhall.ports.account;

import java.util.List;

/** Driven port: the keys that access tokens are signed with, shared by all nodes. Blocks. Thread-safe. */
public interface SigningKeyStore {
    /** Keeps a new key; its private part is encrypted at rest. */
    void add(SigningKey key);

    /** All keys, youngest first. */
    List<SigningKey> all();
}
