package dev.guildhall.ports.completion;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A row of a report of all usage (contract 8, administration).
 *
 * @param userId the user, or the owner of the key; present in reports by user and by key
 * @param keyId present in reports by key
 * @param model present in reports by model
 * @param day in UTC; present in reports by day
 * @param count the sum
 */
public record UsageRow(
        Optional<UserId> userId,
        Optional<ApiKeyId> keyId,
        Optional<String> model,
        Optional<LocalDate> day,
        UsageCount count) {}
