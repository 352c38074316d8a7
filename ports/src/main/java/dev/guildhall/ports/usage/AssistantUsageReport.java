package dev.guildhall.ports.usage;

import java.util.Currency;
import java.util.List;

/**
 * What the answers of an assistant used of models in a number of days, for all its users together (assistants-9).
 *
 * @param total the sum
 * @param versions those with use, the newest first, at most {@value UsageReports#MOST_VERSIONS}
 * @param days one entry for every day of the period, also for days without use, the oldest first
 * @param currency of all costs
 */
public record AssistantUsageReport(
        UsageCount total, List<AssistantUsage.Version> versions, List<UsageReport.Day> days, Currency currency) {
    public AssistantUsageReport {
        versions = List.copyOf(versions);
        days = List.copyOf(days);
    }
}
