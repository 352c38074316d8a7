package dev.guildhall.ports.usage;

import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;

/**
 * What a user used of models in a number of days (models-15).
 *
 * @param total the sum
 * @param byModel by the model's id; unused models are left out
 * @param byDay one entry for every day of the period, also for days without use, the oldest first
 * @param currency of all costs
 */
public record UsageReport(UsageCount total, Map<String, UsageCount> byModel, List<Day> byDay, Currency currency) {
    public UsageReport {
        byModel = Map.copyOf(byModel);
        byDay = List.copyOf(byDay);
    }

    /**
     * One day of a report.
     *
     * @param date in UTC
     * @param count what was used on that day
     */
    public record Day(LocalDate date, UsageCount count) {}
}
