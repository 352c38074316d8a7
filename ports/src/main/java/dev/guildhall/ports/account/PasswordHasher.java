package dev.guildhall.ports.account;

/** Driven port: hashes passwords. Costly on purpose. Blocks. */
public interface PasswordHasher {
    /** A hash with a new salt and the current parameters. */
    PasswordHash hash(Password password);

    /**
     * Whether the hash was made from that password, compared in constant time.
     *
     * @return false also when this hasher does not know the form of the hash
     */
    boolean matches(Password password, PasswordHash hash);

    /**
     * Whether the hash was made with other parameters than the current ones, so that the caller should hash the
     * password again.
     */
    boolean isOutdated(PasswordHash hash);
}
