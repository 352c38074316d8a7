package dev.guildhall.ports.webchat;

import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * Who uses a browser session.
 *
 * @param userId the account
 * @param displayName of the account's active profile
 * @param expiresAt when the session ends if no further request uses it
 */
public record WebUser(UserId userId, String displayName, Instant expiresAt) {}
