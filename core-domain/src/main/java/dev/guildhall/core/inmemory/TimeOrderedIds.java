package dev.guildhall.core.inmemory;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import java.time.InstantSource;
import java.util.Locale;

/**
 * Identifiers in ULID form, in lower case: 48 bits of time and 80 of randomness in Crockford's base 32. Thread-safe.
 */
public final class TimeOrderedIds implements IdSource {
    private static final char[] ALPHABET =
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toLowerCase(Locale.ROOT).toCharArray();
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;
    private static final int BITS = 5;
    private static final int MASK = 31;

    private final InstantSource clock;
    private final SecretSource secrets;

    public TimeOrderedIds(InstantSource clock, SecretSource secrets) {
        this.clock = clock;
        this.secrets = secrets;
    }

    @Override
    public String next(String prefix) {
        StringBuilder id = new StringBuilder(prefix).append('_');
        long millis = clock.millis();
        for (int digit = TIME_DIGITS - 1; digit >= 0; digit--) {
            id.append(ALPHABET[(int) (millis >>> (digit * BITS)) & MASK]);
        }
        for (byte random : secrets.bytes(RANDOM_DIGITS)) {
            id.append(ALPHABET[random & MASK]);
        }
        return id.toString();
    }
}
