package dev.guildhall.ports.completion;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What somebody used of models in a number of days (spec/2, usage statistics).
 *
 * @param total all of it
 * @param byModel by the model's id; models that were not used are left out
 * @param byDay one for every day of the window, those without use included, the oldest first
 */
public record UsageReport(UsageCount total, Map<String, UsageCount> byModel, List<Day> byDay) {
    public UsageReport {
        byModel = Map.copyOf(byModel);
        byDay = List.copyOf(byDay);
    }

    /**
     * One day of it.
     *
     * @param date in UTC
     * @param count what was used then
     */
    public record Day(LocalDate date, UsageCount count) {}
}
