package dev.guildhall.ports.key;

/** Driven port: creates key pairs for access tokens. */
@FunctionalInterface
public interface SigningKeyMaker {
    /** A new key pair. Takes 100 ms or more: never called inside a transaction. */
    KeyMaterial make();
}
