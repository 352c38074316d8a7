package dev.guildhall.integrations;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** {@code builtin.time_now}: the time, where the caller wants it. Thread-safe. */
final class TimeNow implements BuiltinTool {
    private static final String TIMEZONE = "timezone";
    private static final int MOST_QUOTED = 60;
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.time_now"),
            "Tells the current date and time. Use it whenever an answer depends on now, today or the current year.",
            Parameters.oneText(
                    TIMEZONE, "IANA name of a time zone, for example Europe/Berlin. UTC when left out.", false),
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
    public ToolOutcome invoke(Map<String, Object> arguments) {
        Object timezone = arguments.get(TIMEZONE);
        if (timezone == null) {
            return now("UTC");
        }
        return timezone instanceof String name
                ? now(name)
                : new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "timezone: must be a string");
    }

    private ToolOutcome now(String timezone) {
        try {
            ZoneId zone = ZoneId.of(timezone.strip());
            Instant instant = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            String time = TIME.format(instant.atZone(zone));
            return new ToolOutcome.Success(
                    Parameters.inOrder("time", time, TIMEZONE, zone.getId(), "unixMs", instant.toEpochMilli()));
        } catch (DateTimeException unknown) {
            String quoted = timezone.length() > MOST_QUOTED ? timezone.substring(0, MOST_QUOTED) + "…" : timezone;
            return new ToolOutcome.Failure(
                    FailureKind.FAILED,
                    "there is no time zone '" + quoted + "'; use an IANA name such as Europe/Berlin");
        }
    }
}
