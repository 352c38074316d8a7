package dev.guildhall.ports.completion;

import java.time.LocalDate;

/**
 * What somebody used of one model on one day.
 *
 * @param date in UTC
 * @param model the model
 * @param count what was used
 */
public record DailyUsage(LocalDate date, String model, UsageCount count) {}
