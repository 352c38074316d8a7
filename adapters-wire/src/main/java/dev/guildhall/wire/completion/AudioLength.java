package dev.guildhall.wire.completion;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/** How long a sound is: exactly for WAV, otherwise an estimate for 128 kbit a second. */
public final class AudioLength {
    private static final int RIFF = 0x46464952;
    private static final int BYTE_RATE_AT = 28;
    private static final int HEADER = 44;
    private static final long USUAL_BYTES_A_SECOND = 16_000;
    private static final long MILLIS = 1_000;

    private AudioLength() {}

    public static Duration of(ByteBuffer sound) {
        ByteBuffer bytes = sound.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() > HEADER && bytes.getInt(0) == RIFF) {
            long rate = Integer.toUnsignedLong(bytes.getInt(BYTE_RATE_AT));
            if (rate > 0) {
                return Duration.ofMillis((bytes.limit() - HEADER) * MILLIS / rate);
            }
        }
        return Duration.ofMillis(bytes.limit() * MILLIS / USUAL_BYTES_A_SECOND);
    }
}
