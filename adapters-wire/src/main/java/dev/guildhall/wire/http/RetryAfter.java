package dev.guildhall.wire.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After} (RFC 9110, 10.2.3). */
public final class RetryAfter {
    /** Some providers send fractions of a second. */
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(\\.\\d{1,6})?");

    private static final int MILLIS = 1000;

    private RetryAfter() {}

    /** How long to wait, at least zero and at most {@link Limits#LONGEST_LIMIT}; empty when the header is malformed. */
    public static Optional<Duration> parse(String header, Instant now) {
        String value = header.strip();
        if (SECONDS.matcher(value).matches()) {
            return Optional.of(bounded(Duration.ofMillis((long) Math.ceil(Double.parseDouble(value) * MILLIS))));
        }
        try {
            Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(bounded(Duration.between(now, then)));
        } catch (DateTimeException neither) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration wait) {
        return wait.isNegative()
                ? Duration.ZERO
                : wait.compareTo(Limits.LONGEST_LIMIT) > 0 ? Limits.LONGEST_LIMIT : wait;
    }
}
