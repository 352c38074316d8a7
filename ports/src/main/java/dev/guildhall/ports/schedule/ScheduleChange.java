package dev.guildhall.ports.schedule;

import dev.guildhall.ports.start.Start;
import java.time.ZoneId;
import java.util.Optional;

/** A change of a schedule; what is absent stays. */
public record ScheduleChange(
        Optional<String> name,
        Optional<Timing> timing,
        Optional<ZoneId> zone,
        Optional<Overlap> overlap,
        Optional<CatchUp> catchUp,
        Optional<Start> start,
        Optional<Boolean> enabled) {
    /** The definition with this change. */
    public ScheduleDefinition of(ScheduleDefinition before) {
        return new ScheduleDefinition(
                name.orElse(before.name()),
                timing.orElse(before.timing()),
                zone.orElse(before.zone()),
                overlap.orElse(before.overlap()),
                catchUp.orElse(before.catchUp()),
                start.orElse(before.start()),
                enabled.orElse(before.enabled()));
    }
}
