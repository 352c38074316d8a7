package dev.guildhall.integrations.net;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the header {@code Retry-After} (RFC 9110, 10.2.3). */
final class RetryAfter {
    /** The longest wait; a longer one is reduced to it. */
    static final Duration MOST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {}

    /** How long to wait, zero or more; empty when the header is malformed. */
    static Optional<Duration> read(String header, Instant now) {
        String value = header.strip();
        return (SECONDS.matcher(value).matches()
                        ? Optional.of(Duration.ofSeconds(Long.parseLong(value)))
                        : untilDate(value, now))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait.compareTo(MOST) > 0 ? MOST : wait);
    }

    private static Optional<Duration> untilDate(String value, Instant now) {
        try {
            Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(now, date));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
