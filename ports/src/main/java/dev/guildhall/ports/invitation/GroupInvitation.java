package dev.guildhall.ports.invitation;

import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupRole;
import java.time.Instant;
import java.util.Optional;

/**
 * An invitation that can be used, as the group sees it that its user will join.
 *
 * @param id names it
 * @param email the only address that it registers; absent means any
 * @param role the role in the group that the user gets
 * @param createdAt when it was made
 * @param expiresAt until when it can be used
 */
public record GroupInvitation(
        InvitationId id, Optional<Email> email, GroupRole role, Instant createdAt, Instant expiresAt) {}
