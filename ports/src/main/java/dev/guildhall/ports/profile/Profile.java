package dev.guildhall.ports.profile;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import java.time.Instant;
import java.util.Optional;

/**
 * One of the faces of an account.
 *
 * @param id never changes
 * @param userId the account
 * @param displayName how it is shown
 * @param avatar where its picture is; absent when there is none
 * @param createdAt when it was made
 */
public record Profile(
        ProfileId id, UserId userId, DisplayName displayName, Optional<Avatar> avatar, Instant createdAt) {}
