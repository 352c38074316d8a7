package dev.guildhall.ports.account;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * One of the faces of an account.
 *
 * @param id never changes
 * @param userId the account
 * @param displayName how it is shown
 * @param avatar an http(s) address of a picture; absent when there is none
 * @param createdAt when it was made
 */
public record Profile(ProfileId id, UserId userId, DisplayName displayName, Optional<URI> avatar, Instant createdAt) {}
