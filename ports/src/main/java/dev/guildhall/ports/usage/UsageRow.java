package dev.guildhall.ports.usage;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A row of a report of all usage (keys-17).
 *
 * @param userId the user, or the owner of the key, or the account that the keys of the group act as; present in reports
 *     by user, by key and by group
 * @param groupId present in reports by group
 * @param keyId present in reports by key
 * @param model present in reports by model
 * @param day in UTC; present in reports by day
 * @param count the sum
 */
public record UsageRow(
        Optional<UserId> userId,
        Optional<GroupId> groupId,
        Optional<ApiKeyId> keyId,
        Optional<String> model,
        Optional<LocalDate> day,
        UsageCount count) {}
