package dev.guildhall.ports.session;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;

/**
 * The result of a registration or a sign-in.
 *
 * @param userId the account
 * @param profileId the account's active profile
 * @param tokens of the new session
 */
public record SignedIn(UserId userId, ProfileId profileId, TokenSet tokens) {}
