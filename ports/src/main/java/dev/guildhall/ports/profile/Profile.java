package dev.guildhall.ports.profile;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import java.time.Instant;
import java.util.Optional;

/**
 * A profile of an account.
 *
 * @param id never changes
 * @param userId the account
 * @param displayName its name
 * @param avatar the address of its picture; absent when there is none
 * @param createdAt when it was created
 */
public record Profile(
        ProfileId id, UserId userId, DisplayName displayName, Optional<Avatar> avatar, Instant createdAt) {}
