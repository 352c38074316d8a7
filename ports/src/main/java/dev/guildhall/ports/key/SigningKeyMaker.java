package dev.guildhall.ports.key;

/** Driven port: makes key pairs for access tokens. Thread-safe. */
@FunctionalInterface
public interface SigningKeyMaker {
    /** A fresh key pair. Takes 100 ms and more: never called inside a transaction. */
    KeyMaterial make();
}
