package dev.guildhall.integrations.builtin;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** {@code builtin.time_now}: the current time in a time zone. */
final class TimeNow {
    private static final int MAX_CHARACTERS = 60;
    private static final String TIMEZONE = "timezone";

    /** Always has three digits of the second's fraction, and {@code Z} for UTC. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX");

    private TimeNow() {}

    static BuiltinTool tool(InstantSource clock) {
        return BuiltinTool.of(
                "time_now",
                "Tells the current date and time. Use it whenever an answer depends on now, today or the current year."
                        + " Answers with the time in ISO 8601, the time zone, and milliseconds since 1970.",
                Parameters.object(
                        List.of(),
                        TIMEZONE,
                        Parameters.text(
                                "IANA name of a time zone, for example Europe/Berlin. UTC when left out.",
                                MAX_CHARACTERS)),
                arguments -> now(clock, arguments));
    }

    private static Map<String, Object> now(InstantSource clock, BuiltinArguments arguments) {
        ZoneId zone = zone(arguments.optionalText(TIMEZONE).orElse("UTC"));
        Instant instant = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String time = TIME.format(instant.atZone(zone));
        return Parameters.inOrder("time", time, TIMEZONE, zone.getId(), "unixMs", instant.toEpochMilli());
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name.strip());
        } catch (DateTimeException unknown) {
            throw ToolFault.failed("there is no time zone '" + name + "'; use an IANA name such as Europe/Berlin");
        }
    }
}
