package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** {@code builtin.time_now}: the time, where the caller wants it. Thread-safe. */
final class TimeNow implements BuiltinTool {
    private static final String TIMEZONE = "timezone";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.time_now"),
            "Tells the current date and time. Use it whenever an answer depends on now, today or the current year."
                    + " Answers with the time in ISO 8601, the time zone, and milliseconds since 1970.",
            Parameters.object(
                    List.of(),
                    TIMEZONE,
                    Parameters.text(
                            "IANA name of a time zone, for example Europe/Berlin. UTC when left out.",
                            Zones.MAX_CHARACTERS)),
            ToolSource.BUILTIN);

    /** Always with three digits of the second, and {@code Z} for UTC. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX");

    private final InstantSource clock;

    TimeNow(InstantSource clock) {
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
        Instant instant = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String time = TIME.format(instant.atZone(zone));
        return Parameters.inOrder("time", time, TIMEZONE, zone.getId(), "unixMs", instant.toEpochMilli());
    }
}
