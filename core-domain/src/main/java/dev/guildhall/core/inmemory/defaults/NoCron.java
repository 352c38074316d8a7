package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CronFields;
import dev.guildhall.ports.schedule.CronParser;

/** A core without a parser of cron expressions: its schedules have intervals or single times. */
public final class NoCron implements CronParser {
    @Override
    public CronFields parse(String expression) {
        throw Refusal.invalid("cron", "cannot be read here: no parser is configured");
    }
}
