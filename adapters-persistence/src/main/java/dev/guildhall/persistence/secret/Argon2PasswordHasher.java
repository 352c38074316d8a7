package dev.guildhall.persistence.secret;

import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * Argon2id with 19 MiB, two passes and one lane (accounts-3). Every call uses that memory for some tens of
 * milliseconds; the caller must bound how many calls run at once.
 */
public final class Argon2PasswordHasher implements PasswordHasher {
    private static final Argon2Hash.Cost COST = new Argon2Hash.Cost(19_456, 2, 1);
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final SecureRandom random = new SecureRandom();

    /** A hasher with the cost of this version. */
    public Argon2PasswordHasher() {}

    @Override
    public PasswordHash hash(Password password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(
                Argon2Hash.of(bytes(password), COST, salt, HASH_BYTES).phc());
    }

    @Override
    public boolean matches(Password password, PasswordHash hash) {
        return Argon2Hash.parse(hash.value())
                .map(kept -> kept.isOf(bytes(password)))
                .orElse(false);
    }

    @Override
    public boolean isOutdated(PasswordHash hash) {
        return Argon2Hash.parse(hash.value())
                .map(kept -> !kept.cost().equals(COST))
                .orElse(true);
    }

    private static byte[] bytes(Password password) {
        return password.value().getBytes(StandardCharsets.UTF_8);
    }
}
