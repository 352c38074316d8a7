package dev.guildhall.ports.schedule;

import dev.guildhall.ports.start.Start;
import java.time.ZoneId;

/**
 * What a user decides about a schedule.
 *
 * @param name 1 to {@value Schedules#MAX_NAME} characters, one line
 * @param timing when it is due
 * @param zone the time zone of a cron expression
 * @param overlap what happens while earlier work has not ended
 * @param catchUp what happens for missed due times
 * @param start what it starts
 * @param enabled whether it is due at all
 */
public record ScheduleDefinition(
        String name, Timing timing, ZoneId zone, Overlap overlap, CatchUp catchUp, Start start, boolean enabled) {}
