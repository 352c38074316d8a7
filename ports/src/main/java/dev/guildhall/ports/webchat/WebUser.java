package dev.guildhall.ports.webchat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import java.time.Instant;
import java.util.Optional;

/**
 * The user of a browser session.
 *
 * @param userId the account
 * @param email the address of the account; absent for a user of a provider that names none
 * @param displayName of the account's active profile
 * @param expiresAt when the session ends if no further request uses it
 */
public record WebUser(UserId userId, Optional<Email> email, String displayName, Instant expiresAt) {}
