package dev.guildhall.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.schedule.CronFields;
import dev.guildhall.testkit.PlainCron;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronTimesTest {
    private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");

    private static List<String> times(String cron, ZoneId zone, String after, int count) {
        CronTimes times = new CronTimes(new PlainCron().parse(cron), zone);
        return Stream.iterate(
                        times.next(Instant.parse(after)), Optional::isPresent, due -> times.next(due.orElseThrow()))
                .limit(count)
                .map(due -> due.orElseThrow().toString())
                .toList();
    }

    @Test
    void nine_in_lisbon_is_another_time_after_the_change() {
        assertThat(times("0 9 * * *", LISBON, "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T09:00:00Z", "2026-03-29T08:00:00Z", "2026-03-30T08:00:00Z");
    }

    @Test
    void a_time_in_a_skipped_hour_is_due_at_the_change() {
        assertThat(times("0,30 1 * * *", LISBON, "2026-03-28T12:00:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
    }

    @Test
    void a_time_in_a_repeated_hour_is_due_at_the_first_pass() {
        assertThat(times("30 1 * * *", LISBON, "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(times("30 1 * * *", LISBON, "2026-10-25T00:45:00Z", 1)).containsExactly("2026-10-26T01:30:00Z");
    }

    @Test
    void each_real_match_is_due_where_a_field_begins_with_a_star() {
        assertThat(times("*/30 1 * * *", LISBON, "2026-10-24T12:00:00Z", 4))
                .containsExactly(
                        "2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z");
        assertThat(times("*/30 1 * * *", LISBON, "2026-03-28T12:00:00Z", 1)).containsExactly("2026-03-30T00:00:00Z");
    }

    @Test
    void either_day_is_enough_where_both_are_restricted() {
        assertThat(times("0 0 13 * 5", ZoneId.of("UTC"), "2026-02-01T00:00:00Z", 4))
                .containsExactly(
                        "2026-02-06T00:00:00Z", "2026-02-13T00:00:00Z", "2026-02-20T00:00:00Z", "2026-02-27T00:00:00Z");
        assertThat(times("0 0 */13 * 5", ZoneId.of("UTC"), "2026-02-02T00:00:00Z", 1))
                .containsExactly("2026-02-27T00:00:00Z");
    }

    @Test
    void the_30th_of_february_never_comes_and_a_leap_day_on_a_sunday_does() {
        assertThat(times("0 0 30 2 *", LISBON, "2026-01-01T00:00:00Z", 1)).isEmpty();
        assertThat(times("* * 30 2 *", LISBON, "2026-01-01T00:00:00Z", 1)).isEmpty();
        assertThat(times("0 0 29 2 */7", ZoneId.of("UTC"), "2026-01-01T00:00:00Z", 1))
                .containsExactly("2032-02-29T00:00:00Z");
        assertThat(times("0 0 29 2 */7", ZoneId.of("UTC"), "2088-03-01T00:00:00Z", 1))
                .containsExactly("2128-02-29T00:00:00Z");
    }

    /** The zones change by an hour, by half an hour, and at midnight; one skips a whole day. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Lisbon 2026-03-27T00:00:00Z",
                "Europe/Lisbon 2026-10-23T00:00:00Z",
                "America/New_York 2026-03-06T00:00:00Z",
                "America/New_York 2026-10-30T00:00:00Z",
                "Australia/Lord_Howe 2026-04-02T00:00:00Z",
                "Australia/Lord_Howe 2026-10-01T00:00:00Z",
                "America/Sao_Paulo 2018-11-02T00:00:00Z",
                "America/Sao_Paulo 2019-02-15T00:00:00Z",
                "Asia/Beirut 2026-03-27T00:00:00Z",
                "Asia/Beirut 2026-10-23T00:00:00Z",
                "Pacific/Apia 2011-12-28T00:00:00Z"
            })
    void random_expressions_are_due_as_a_look_at_each_minute_says(String where) {
        ZoneId zone = ZoneId.of(where.split(" ", -1)[0]);
        Instant from = Instant.parse(where.split(" ", -1)[1]);
        Instant until = from.plus(Duration.ofDays(5));

        for (int seed = 0; seed < 60; seed++) {
            String cron = random(new Random(seed));
            CronFields fields = new PlainCron().parse(cron);
            CronTimes times = new CronTimes(fields, zone);

            List<Instant> found = Stream.iterate(
                            times.next(from),
                            due -> due.filter(until::isAfter).isPresent(),
                            due -> times.next(due.orElseThrow()))
                    .map(Optional::orElseThrow)
                    .toList();

            assertThat(found)
                    .as("seed %s: %s in %s", seed, cron, where)
                    .isEqualTo(
                            fields.everyMatch() ? matches(fields, zone, from, until) : once(fields, zone, from, until));
        }
    }

    private static String random(Random random) {
        return String.join(
                " ",
                field(random, 0, 60),
                field(random, 0, random.nextBoolean() ? 4 : 24),
                random.nextInt(3) == 0 ? field(random, 1, 31) : "*",
                "*",
                random.nextInt(3) == 0 ? field(random, 0, 7) : "*");
    }

    private static String field(Random random, int least, int below) {
        return switch (random.nextInt(5)) {
            case 0 -> "*";
            case 1 -> "*/" + (1 + random.nextInt(20));
            default ->
                IntStream.rangeClosed(0, random.nextInt(4))
                        .mapToObj(i -> String.valueOf(least + random.nextInt(below - least)))
                        .collect(Collectors.joining(","));
        };
    }

    private static boolean matches(CronFields fields, LocalDateTime local) {
        boolean day = fields.days().contains(local.getDayOfMonth());
        boolean weekday = fields.weekdays().contains(local.getDayOfWeek().getValue() % 7);
        return fields.minutes().contains(local.getMinute())
                && fields.hours().contains(local.getHour())
                && fields.months().contains(local.getMonthValue())
                && (fields.eitherDay() ? day || weekday : day && weekday);
    }

    /** Each real minute. */
    private static List<Instant> matches(CronFields fields, ZoneId zone, Instant from, Instant until) {
        return Stream.iterate(from.plusSeconds(60), until::isAfter, minute -> minute.plusSeconds(60))
                .filter(minute -> matches(fields, LocalDateTime.ofInstant(minute, zone)))
                .toList();
    }

    /** Each local minute, of which some are skipped. */
    private static List<Instant> once(CronFields fields, ZoneId zone, Instant from, Instant until) {
        ZoneRules rules = zone.getRules();
        TreeSet<Instant> due = new TreeSet<>();
        LocalDateTime last = LocalDateTime.ofInstant(until, zone).plusDays(2);
        for (LocalDateTime local = LocalDateTime.ofInstant(from, zone).minusDays(2);
                local.isBefore(last);
                local = local.plusMinutes(1)) {
            if (matches(fields, local)) {
                ZoneOffsetTransition change = rules.getTransition(local);
                due.add(
                        rules.getValidOffsets(local).isEmpty()
                                ? change.getInstant()
                                : local.toInstant(rules.getValidOffsets(local).getFirst()));
            }
        }
        return due.stream()
                .filter(moment -> moment.isAfter(from) && moment.isBefore(until))
                .toList();
    }
}
