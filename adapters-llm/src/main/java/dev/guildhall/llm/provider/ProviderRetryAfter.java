package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.Limits;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads the header {@code Retry-After}, which has seconds or a date. */
final class ProviderRetryAfter {
    private ProviderRetryAfter() {}

    /** The time to wait, zero to {@link Limits#LONGEST_LIMIT}; empty when the text is neither. */
    static Optional<Duration> parse(String text, Instant now) {
        String value = text.strip();
        if (value.matches("\\d{1,9}(\\.\\d{1,6})?")) {
            return Optional.of(bounded(Duration.ofMillis((long) Math.ceil(Double.parseDouble(value) * 1000))));
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
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(Limits.LONGEST_LIMIT) > 0 ? Limits.LONGEST_LIMIT : wait;
    }
}
