package dev.guildhall.core.schedule;

import dev.guildhall.ports.schedule.CronFields;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The due times of a cron expression in a time zone (schedules-3, schedules-4).
 *
 * <p>Where neither the minute nor the hour begins with {@code *}, each local time that matches is due once: at its first pass when
 * a clock repeats it, at the moment of the change when a clock skips it. These moments never go back while local times go
 * forward, so a search over local times finds the next one. Otherwise each real minute that matches is due, which is a search
 * within each period between two changes of the clock.
 */
final class CronTimes {
    /** The 29th of February falls on one weekday at least once in 40 years. */
    private static final int MOST_YEARS = 41;

    private final CronFields fields;
    private final TreeSet<Integer> minutes;
    private final TreeSet<Integer> hours;
    private final ZoneRules rules;

    CronTimes(CronFields fields, ZoneId zone) {
        this.fields = fields;
        this.minutes = new TreeSet<>(fields.minutes());
        this.hours = new TreeSet<>(fields.hours());
        this.rules = zone.getRules();
    }

    /** The first due time after that one; empty when there is none. */
    Optional<Instant> next(Instant after) {
        return fields.everyMatch() ? nextMatch(after) : nextOnce(after);
    }

    private Optional<Instant> nextOnce(Instant after) {
        LocalDateTime local = LocalDateTime.ofInstant(after, rules.getOffset(after));
        LocalDateTime end = local.plusYears(MOST_YEARS);
        Optional<LocalDateTime> match = matching(local, end);
        while (match.isPresent()) {
            Instant due = moment(match.get());
            if (due.isAfter(after)) {
                return Optional.of(due);
            }
            match = matching(match.get().plusMinutes(1), end);
        }
        return Optional.empty();
    }

    private Instant moment(LocalDateTime local) {
        ZoneOffsetTransition change = rules.getTransition(local);
        return change != null && change.isGap()
                ? change.getInstant()
                : local.toInstant(rules.getValidOffsets(local).getFirst());
    }

    private Optional<Instant> nextMatch(Instant after) {
        Instant from = after.plusNanos(1);
        Instant end = LocalDateTime.ofInstant(after, ZoneOffset.UTC)
                .plusYears(MOST_YEARS)
                .toInstant(ZoneOffset.UTC);
        while (from.isBefore(end)) {
            ZoneOffset offset = rules.getOffset(from);
            ZoneOffsetTransition change = rules.nextTransition(from);
            Instant until = change == null || change.getInstant().isAfter(end) ? end : change.getInstant();
            Optional<LocalDateTime> match =
                    matching(LocalDateTime.ofInstant(from, offset), LocalDateTime.ofInstant(until, offset));
            if (match.isPresent()) {
                return Optional.of(match.get().toInstant(offset));
            }
            from = until;
        }
        return Optional.empty();
    }

    /** The first local minute from that time on that matches, before the end. */
    private Optional<LocalDateTime> matching(LocalDateTime from, LocalDateTime end) {
        LocalDateTime first = from.truncatedTo(ChronoUnit.MINUTES);
        LocalDateTime start = first.isBefore(from) ? first.plusMinutes(1) : first;
        Optional<LocalTime> ofFirstDay =
                matches(start.toLocalDate()) ? timeFrom(start.toLocalTime()) : Optional.empty();
        return ofFirstDay
                .map(time -> start.toLocalDate().atTime(time))
                .or(() -> nextDay(start.toLocalDate(), end.toLocalDate())
                        .map(day -> day.atTime(hours.first(), minutes.first())))
                .filter(match -> match.isBefore(end));
    }

    private Optional<LocalTime> timeFrom(LocalTime from) {
        Integer minute = hours.contains(from.getHour()) ? minutes.ceiling(from.getMinute()) : null;
        if (minute != null) {
            return Optional.of(LocalTime.of(from.getHour(), minute));
        }
        return Optional.ofNullable(hours.higher(from.getHour())).map(hour -> LocalTime.of(hour, minutes.first()));
    }

    private Optional<LocalDate> nextDay(LocalDate after, LocalDate last) {
        LocalDate day = after.plusDays(1);
        while (!day.isAfter(last)) {
            if (!fields.months().contains(day.getMonthValue())) {
                day = day.withDayOfMonth(1).plusMonths(1);
            } else if (matches(day)) {
                return Optional.of(day);
            } else {
                day = day.plusDays(1);
            }
        }
        return Optional.empty();
    }

    private boolean matches(LocalDate day) {
        boolean inMonth = fields.days().contains(day.getDayOfMonth());
        boolean inWeek = fields.weekdays().contains(day.getDayOfWeek().getValue() % 7);
        return fields.months().contains(day.getMonthValue())
                && (fields.eitherDay() ? inMonth || inWeek : inMonth && inWeek);
    }
}
