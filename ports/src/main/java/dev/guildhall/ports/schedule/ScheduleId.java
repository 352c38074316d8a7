package dev.guildhall.ports.schedule;

import dev.guildhall.ports.Id;

/**
 * Names one schedule, {@code sch_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ScheduleId(String value) implements Id {
    public ScheduleId {
        Id.require("scheduleId", value);
    }
}
