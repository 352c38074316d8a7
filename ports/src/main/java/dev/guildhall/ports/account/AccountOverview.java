package dev.guildhall.ports.account;

import java.time.Instant;
import java.util.Optional;

/**
 * An account with what lists of accounts show beside it.
 *
 * @param account the account
 * @param displayName the name of its active profile
 * @param lastSeenAt when a request last used one of its sessions, within about a minute; absent when none did
 */
public record AccountOverview(Account account, DisplayName displayName, Optional<Instant> lastSeenAt) {}
