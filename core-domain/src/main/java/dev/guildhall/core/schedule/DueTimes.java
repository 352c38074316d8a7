package dev.guildhall.core.schedule;

import dev.guildhall.ports.schedule.CatchUp;
import dev.guildhall.ports.schedule.CronParser;
import dev.guildhall.ports.schedule.Schedule;
import dev.guildhall.ports.schedule.ScheduleStart;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** When schedules are due, and what becomes of due times that have passed (schedules-2, schedules-6). */
final class DueTimes {
    /** How many due times of a schedule are recorded at once. */
    private static final int AT_ONCE = 100;

    private static final Duration FIRST_WINDOW = Duration.ofMinutes(2);
    private static final int WIDER = 4;

    private final CronParser parser;

    DueTimes(CronParser parser) {
        this.parser = parser;
    }

    /**
     * The first due time after that one; empty when there is none.
     *
     * @param anchor from which intervals count
     */
    Optional<Instant> next(Timing timing, ZoneId zone, Instant anchor, Instant after) {
        return switch (timing) {
            case Timing.Cron cron -> new CronTimes(parser.parse(cron.expression()), zone).next(after);
            case Timing.Every every -> Optional.of(next(every.interval(), anchor, after));
            case Timing.At at -> Optional.of(at.time()).filter(after::isBefore);
        };
    }

    private static Instant next(Duration interval, Instant anchor, Instant after) {
        long passed =
                after.isBefore(anchor) ? 0 : Duration.between(anchor, after).dividedBy(interval);
        return anchor.plus(interval.multipliedBy(passed + 1));
    }

    Optional<Instant> next(Schedule schedule, Instant after) {
        return next(schedule.definition().timing(), schedule.definition().zone(), schedule.anchor(), after);
    }

    /** Due times after that one, at most so many. */
    List<Instant> next(Schedule schedule, Instant after, int most) {
        return Stream.iterate(next(schedule, after), Optional::isPresent, due -> next(schedule, due.orElseThrow()))
                .limit(most)
                .map(Optional::orElseThrow)
                .toList();
    }

    /**
     * What becomes of due times that have passed.
     *
     * @param starts by their due times
     * @param nextAt the next due time, which may have passed when there are too many of them; absent when there is none
     */
    record Passed(List<ScheduleStart> starts, Optional<Instant> nextAt) {}

    Passed passed(Schedule schedule, ScheduleStore.Look look) {
        List<ScheduleStart> starts = new ArrayList<>();
        Optional<Instant> next = schedule.nextAt();
        while (next.isPresent() && !next.get().isAfter(look.now()) && starts.size() < AT_ONCE) {
            Instant due = next.get();
            Optional<Instant> missedUntil = look.gap()
                    .filter(gap -> due.isAfter(gap.from()))
                    .map(gap -> gap.until().minus(ScheduleStore.MOST_BETWEEN_LOOKS))
                    .filter(due::isBefore);
            missedUntil.ifPresentOrElse(
                    until -> starts.addAll(missed(schedule, due, until)), () -> starts.add(ScheduleStart.pending(due)));
            next = next(schedule, missedUntil.map(until -> until.minusNanos(1)).orElse(due));
        }
        return new Passed(starts, next);
    }

    private List<ScheduleStart> missed(Schedule schedule, Instant first, Instant until) {
        int caughtUp = caughtUp(schedule.definition().catchUp());
        List<Instant> last = last(schedule, first, until);
        int pendingFrom = Math.max(0, last.size() - caughtUp);
        int shownFrom = Math.max(0, pendingFrom - ScheduleStore.KEPT_STARTS);
        List<ScheduleStart> starts = new ArrayList<>();
        last.subList(shownFrom, pendingFrom).forEach(due -> starts.add(ScheduleStart.missed(due)));
        last.subList(pendingFrom, last.size()).forEach(due -> starts.add(ScheduleStart.pending(due)));
        return starts;
    }

    private static int caughtUp(CatchUp catchUp) {
        return switch (catchUp) {
            case NONE -> 0;
            case LAST -> 1;
            case ALL -> Schedules.MOST_CAUGHT_UP;
        };
    }

    /** The last due times before the end: all of them, or more than are needed. The window grows until it has enough. */
    private List<Instant> last(Schedule schedule, Instant first, Instant until) {
        int enough = Schedules.MOST_CAUGHT_UP + ScheduleStore.KEPT_STARTS;
        Duration window = FIRST_WINDOW;
        while (true) {
            Instant from = until.minus(window);
            boolean isWhole = !from.isAfter(first);
            List<Instant> found = Stream.iterate(
                            next(schedule, (isWhole ? first : from).minusNanos(1)),
                            due -> due.filter(until::isAfter).isPresent(),
                            due -> next(schedule, due.orElseThrow()))
                    .map(Optional::orElseThrow)
                    .toList();
            if (isWhole || found.size() >= enough) {
                return found;
            }
            window = window.multipliedBy(WIDER);
        }
    }
}
