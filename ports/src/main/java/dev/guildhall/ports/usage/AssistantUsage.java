package dev.guildhall.ports.usage;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What the answers of an assistant used of models, for all its users together (assistants-9).
 *
 * @param versions those with use, the newest first
 * @param byDay by the day in UTC, of all versions; days without use are left out
 */
public record AssistantUsage(List<Version> versions, Map<LocalDate, UsageCount> byDay) {
    public AssistantUsage {
        versions = List.copyOf(versions);
        byDay = Map.copyOf(byDay);
    }

    /**
     * What one version used.
     *
     * @param version 1 for the first version, one more after each change
     * @param count the sum of all days
     */
    public record Version(int version, UsageCount count) {}
}
