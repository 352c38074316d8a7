package dev.guildhall.core.inmemory;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import java.time.InstantSource;
import java.util.Locale;

/**
 * Identifiers in ULID form, in lower case and Crockford's base 32: 48 bits of time, a counter of 15 bits and 65 bits of
 * randomness. Those that one source makes ascend, within a millisecond and over a clock that is set back too. Thread-safe.
 */
public final class TimeOrderedIds implements IdSource {
    private static final char[] ALPHABET =
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toLowerCase(Locale.ROOT).toCharArray();
    private static final int ORDER_DIGITS = 13;
    private static final int RANDOM_DIGITS = 13;
    private static final int COUNTER_BITS = 15;
    private static final int BITS = 5;
    private static final int MASK = 31;

    private final InstantSource clock;
    private final SecretSource secrets;
    private long last;

    public TimeOrderedIds(InstantSource clock, SecretSource secrets) {
        this.clock = clock;
        this.secrets = secrets;
    }

    @Override
    public String next(String prefix) {
        StringBuilder id = new StringBuilder(prefix).append('_');
        long order = order();
        for (int digit = ORDER_DIGITS - 1; digit >= 0; digit--) {
            id.append(ALPHABET[(int) (order >>> (digit * BITS)) & MASK]);
        }
        for (byte random : secrets.bytes(RANDOM_DIGITS)) {
            id.append(ALPHABET[random & MASK]);
        }
        return id.toString();
    }

    /** A counter that is full runs over into the next millisecond. */
    private synchronized long order() {
        last = Math.max(last + 1, clock.millis() << COUNTER_BITS);
        return last;
    }
}
