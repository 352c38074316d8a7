package dev.guildhall.ports.account;

/** Driven port: turns passwords into what is kept of them. Costly on purpose. Blocks. Thread-safe. */
public interface PasswordHasher {
    /** A hash with a fresh salt under the present parameters. */
    PasswordHash hash(Password password);

    /**
     * Whether the hash was made from that password, compared in constant time.
     *
     * @return false also when the hash is of a form that this hasher does not know
     */
    boolean matches(Password password, PasswordHash hash);

    /** Whether the hash was made under other parameters than the present ones, so that it should be made anew. */
    boolean isOutdated(PasswordHash hash);
}
