package dev.guildhall.ports.schedule;

/** Driven port: reads cron expressions. Does not block. */
public interface CronParser {
    /**
     * Reads an expression of five fields, as crontab(5) describes them (schedules-3).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming {@code cron}
     */
    CronFields parse(String expression);
}
