package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an admin decides about an invitation.
 *
 * @param email the only address that it registers; the invitation is mailed to it when mail is configured; absent means
 *     any address
 * @param roles the roles that the account gets
 * @param groups the groups that its profile joins as a member, at most {@link Invitation#MAX_GROUPS}
 * @param expiresAt until when it can be used, within the next 90 days; absent means 7 days
 */
public record NewInvitation(Optional<Email> email, Set<Role> roles, List<GroupId> groups, Optional<Instant> expiresAt) {
    public NewInvitation {
        roles = Set.copyOf(roles);
        groups = List.copyOf(groups);
    }
}
