package dev.guildhall.ports.audit;

import dev.guildhall.ports.UserId;
import java.util.Optional;

/**
 * Selects entries of the audit trail.
 *
 * @param userId only entries of this user's trail; absent means all, those of no user too
 * @param action only entries of this action; absent means all
 */
public record AuditFilter(Optional<UserId> userId, Optional<AuditAction> action) {
    /** All entries of a user's trail. */
    public static AuditFilter ofUser(UserId userId) {
        return new AuditFilter(Optional.of(userId), Optional.empty());
    }

    /** Whether the filter selects the entry. */
    public boolean selects(AuditEntry entry) {
        return userId.map(user -> entry.userId().equals(Optional.of(user))).orElse(true)
                && action.map(entry.action()::equals).orElse(true);
    }
}
