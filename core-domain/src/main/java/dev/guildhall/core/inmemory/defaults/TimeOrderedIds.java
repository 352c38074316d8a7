package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.SecretSource;
import java.time.InstantSource;
import java.util.Locale;

/**
 * Identifiers in ULID format, in lower case and Crockford's base 32: 48 bits of time, a counter of 15 bits and 65
 * random bits. The identifiers of one source ascend, also within a millisecond and when the clock is set back.
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

    /** When the counter overflows, the next millisecond is used. */
    private synchronized long order() {
        last = Math.max(last + 1, clock.millis() << COUNTER_BITS);
        return last;
    }
}
