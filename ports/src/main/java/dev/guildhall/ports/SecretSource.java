package dev.guildhall.ports;

/** Driven port: unpredictable bytes for tokens. */
public interface SecretSource {
    /**
     * Fresh bytes from a cryptographically strong source.
     *
     * @param length how many, 1 to 1024
     */
    byte[] bytes(int length);
}
