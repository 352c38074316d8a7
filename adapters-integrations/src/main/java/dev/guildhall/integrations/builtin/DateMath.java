package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code builtin.date_math}: what lies between two times, and what lies so far from one. Thread-safe. */
final class DateMath implements BuiltinTool {
    private static final int MAX_CHARACTERS = 60;
    private static final String OPERATION = "operation";
    private static final String TIME = "time";
    private static final String TO = "to";
    private static final String AMOUNT = "amount";
    private static final String TIMEZONE = "timezone";
    private static final List<String> OPERATIONS = List.of("add", "difference", "convert");
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.date_math"),
            "Calculates with dates and times: adds an amount, tells the difference between two times, or converts a"
                    + " time to another time zone. Knows months, leap years and daylight saving. Answers with the"
                    + " resulting time and its weekday, or with the difference in days, seconds and ISO 8601.",
            Parameters.object(
                    List.of(OPERATION, TIME),
                    OPERATION,
                    Parameters.choice(
                            "add: time plus amount. difference: from time to the time 'to'. convert: time, told in"
                                    + " timezone.",
                            OPERATIONS),
                    TIME,
                    Parameters.text(
                            "ISO 8601, for example 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00+01:00; or now.",
                            MAX_CHARACTERS),
                    TO,
                    Parameters.text("For difference: the later time, in the same form.", MAX_CHARACTERS),
                    AMOUNT,
                    Parameters.text(
                            "For add: ISO 8601, for example P1M, -P10D, PT36H or P1Y2M3DT4H5M.", MAX_CHARACTERS),
                    TIMEZONE,
                    Parameters.text(
                            "IANA name of the time zone of times without an offset, and of the result. UTC when left"
                                    + " out.",
                            Zones.MAX_CHARACTERS)),
            ToolSource.BUILTIN);

    private final InstantSource clock;

    DateMath(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        ZoneId zone =
                Zones.of(arguments.optionalText(TIMEZONE, Zones.MAX_CHARACTERS).orElse("UTC"));
        Times times = new Times(clock, zone);
        ZonedDateTime time = times.read(TIME, arguments.text(TIME, MAX_CHARACTERS));
        try {
            return switch (arguments.choice(OPERATION, OPERATIONS)) {
                case "add" ->
                    told(Amount.read(arguments.text(AMOUNT, MAX_CHARACTERS)).addedTo(time));
                case "difference" -> difference(time, times.read(TO, arguments.text(TO, MAX_CHARACTERS)));
                default -> told(time);
            };
        } catch (DateTimeException | ArithmeticException outOfRange) {
            throw ToolFault.failed("the result is beyond what a calendar holds");
        }
    }

    private static Map<String, Object> told(ZonedDateTime time) {
        return Parameters.inOrder(
                "time",
                Times.text(time),
                TIMEZONE,
                time.getZone().getId(),
                "weekday",
                time.getDayOfWeek().name().charAt(0)
                        + time.getDayOfWeek().name().substring(1).toLowerCase(Locale.ROOT));
    }

    private static Map<String, Object> difference(ZonedDateTime from, ZonedDateTime to) {
        return Parameters.inOrder(
                "from",
                Times.text(from),
                "to",
                Times.text(to),
                "days",
                ChronoUnit.DAYS.between(from, to),
                "seconds",
                ChronoUnit.SECONDS.between(from, to),
                "iso",
                iso(from, to));
    }

    /** As somebody counts: years, months and days by the calendar, the rest by the clock. */
    private static String iso(ZonedDateTime from, ZonedDateTime to) {
        if (from.isAfter(to)) {
            return "-" + iso(to, from);
        }
        long months = ChronoUnit.MONTHS.between(from, to);
        ZonedDateTime rest = from.plusMonths(months);
        long days = ChronoUnit.DAYS.between(rest, to);
        rest = rest.plusDays(days);
        Period period =
                Period.of(0, Math.toIntExact(months), Math.toIntExact(days)).normalized();
        Duration clock = Duration.between(rest, to);
        String date = period.isZero() ? "P" : period.toString();
        return clock.isZero() ? period.toString() : date + clock.toString().substring(1);
    }
}
