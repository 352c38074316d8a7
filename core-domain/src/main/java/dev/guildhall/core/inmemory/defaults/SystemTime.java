package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import java.security.SecureRandom;
import java.time.InstantSource;

/** The clock, the timer and the random generator of the machine. */
public final class SystemTime {
    public static final InstantSource CLOCK = InstantSource.system();

    public static final Ticker TICKER = time -> {
        if (time.isPositive()) {
            Thread.sleep(time);
        }
    };

    /** The platform's strong random generator. */
    public static final SecretSource SECRETS = new SecretSource() {
        private final SecureRandom random = new SecureRandom();

        @Override
        public byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
    };

    private SystemTime() {}
}
