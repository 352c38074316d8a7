package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** {@code builtin.time_now}: the current time in a time zone. Thread-safe. */
final class TimeNow implements BuiltinTool {
    private static final int MAX_CHARACTERS = 60;
    private static final String TIMEZONE = "timezone";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.time_now"),
            "Tells the current date and time. Use it whenever an answer depends on now, today or the current year."
                    + " Answers with the time in ISO 8601, the time zone, and milliseconds since 1970.",
            Parameters.object(
                    List.of(),
                    TIMEZONE,
                    Parameters.text(
                            "IANA name of a time zone, for example Europe/Berlin. UTC when left out.", MAX_CHARACTERS)),
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
        ZoneId zone = zone(arguments.optionalText(TIMEZONE, MAX_CHARACTERS).orElse("UTC"));
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
