package dev.guildhall.integrations.builtin;

import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;

/**
 * Reads and writes times as models do.
 *
 * @param clock tells what now is
 * @param zone of times without an offset, and of all that are read
 */
record Times(InstantSource clock, ZoneId zone) {
    private static final DateTimeFormatter READ =
            DateTimeFormatter.ofPattern("uuuu-MM-dd[['T'][' ']HH:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]][XXX][X]]");
    private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX");

    ZonedDateTime read(String name, String text) {
        String plain = text.strip();
        if (plain.equalsIgnoreCase("now")) {
            return clock.instant().truncatedTo(ChronoUnit.SECONDS).atZone(zone);
        }
        try {
            return placed(READ.parseBest(plain, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
        } catch (DateTimeException malformed) {
            throw BuiltinArguments.bad(name, "must be a time such as 2026-03-01 or 2026-03-01T09:30:00+01:00, or now");
        }
    }

    private ZonedDateTime placed(TemporalAccessor time) {
        return switch (time) {
            case OffsetDateTime exact -> exact.atZoneSameInstant(zone);
            case LocalDateTime local -> local.atZone(zone);
            default -> LocalDate.from(time).atStartOfDay(zone);
        };
    }

    static String text(ZonedDateTime time) {
        return WRITTEN.format(time);
    }
}
