package dev.guildhall.integrations.net;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the header of that name (RFC 9110, 10.2.3). */
final class RetryAfter {
    /** A server that names more than this is taken to mean this. */
    static final Duration MOST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {}

    /** How long to wait, zero or more; empty when the header makes no sense. */
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
