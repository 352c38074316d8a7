package dev.guildhall.ports.schedule;

import java.util.Set;

/**
 * The five fields of a cron expression (schedules-3).
 *
 * @param minutes 0 to 59
 * @param hours 0 to 23
 * @param days of the month, 1 to 31
 * @param months 1 to 12
 * @param weekdays 0, which is Sunday, to 6
 * @param everyMatch whether the field of the minutes or that of the hours begins with {@code *}: then each real minute that
 *     matches is due, also in an hour that the clock repeats
 * @param eitherDay whether neither field of days begins with {@code *}: then a day is due that matches one of both; otherwise it
 *     must match both
 */
public record CronFields(
        Set<Integer> minutes,
        Set<Integer> hours,
        Set<Integer> days,
        Set<Integer> months,
        Set<Integer> weekdays,
        boolean everyMatch,
        boolean eitherDay) {
    public CronFields {
        minutes = Set.copyOf(minutes);
        hours = Set.copyOf(hours);
        days = Set.copyOf(days);
        months = Set.copyOf(months);
        weekdays = Set.copyOf(weekdays);
    }
}
