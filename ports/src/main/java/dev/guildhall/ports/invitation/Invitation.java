package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Permits one registration.
 *
 * @param id names it
 * @param email the only address that it registers, which the registration verifies; absent means any
 * @param roles the roles that the account gets
 * @param groups the groups that the account's profile joins, as far as they exist then
 * @param inviter who made it
 * @param createdAt when it was made
 * @param expiresAt until when it can be used
 */
public record Invitation(
        InvitationId id,
        Optional<Email> email,
        Set<Role> roles,
        List<InvitedGroup> groups,
        UserId inviter,
        Instant createdAt,
        Instant expiresAt) {
    /** The most groups of one invitation. */
    public static final int MAX_GROUPS = 20;

    public Invitation {
        roles = Set.copyOf(roles);
        groups = List.copyOf(groups);
    }

    /** The role that it gives in a group; empty when it is not to that group. */
    public Optional<GroupRole> roleIn(GroupId group) {
        return groups.stream()
                .filter(each -> each.id().equals(group))
                .map(InvitedGroup::role)
                .findFirst();
    }
}
