package dev.guildhall.ports.usage;

import java.time.LocalDate;

/**
 * What a user used of one model on one day.
 *
 * @param date in UTC
 * @param model the model
 * @param count tokens and requests
 */
public record DailyUsage(LocalDate date, String model, UsageCount count) {}
