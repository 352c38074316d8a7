package dev.guildhall.ports.session;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;

/**
 * What a caller sees of the current session.
 *
 * @param userId the account
 * @param activeProfileId the account's active profile
 * @param roles the account's, {@code user} first
 * @param expiresAt when the session expires
 */
public record SessionDetails(UserId userId, ProfileId activeProfileId, List<Role> roles, Instant expiresAt) {
    public SessionDetails {
        roles = List.copyOf(roles);
    }
}
