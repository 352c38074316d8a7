package dev.guildhall.wire.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Formats timestamps: ISO 8601 in UTC with milliseconds and {@code Z} (general-6). */
final class Timestamps {
    private static final DateTimeFormatter ANY_YEAR =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int LAST_OF_FOUR_DIGITS = 9999;
    private static final byte[] FORM = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
    private static final int NANOS_OF_A_MILLI = 1_000_000;

    private Timestamps() {}

    /**
     * Writes the digits itself: nearly every response has a timestamp, and the JDK's formatter is slow in comparison.
     */
    static String text(Instant instant) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        if (time.getYear() < 0 || time.getYear() > LAST_OF_FOUR_DIGITS) {
            return ANY_YEAR.format(instant);
        }
        byte[] text = FORM.clone();
        write(text, 3, time.getYear());
        write(text, 6, time.getMonthValue());
        write(text, 9, time.getDayOfMonth());
        write(text, 12, time.getHour());
        write(text, 15, time.getMinute());
        write(text, 18, time.getSecond());
        write(text, 22, time.getNano() / NANOS_OF_A_MILLI);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void write(byte[] text, int last, int number) {
        int rest = number;
        for (int place = last; rest > 0; place--) {
            text[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
