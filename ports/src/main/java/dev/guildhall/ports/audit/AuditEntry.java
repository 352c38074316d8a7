package dev.guildhall.ports.audit;

import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of the audit trail. It never changes.
 *
 * @param id its identifier
 * @param userId the user whose trail it belongs to; absent for a failed sign-in with an address that has no account
 * @param action what was done
 * @param details additional facts
 * @param at when
 */
public record AuditEntry(
        AuditId id, Optional<UserId> userId, AuditAction action, Map<AuditDetail, String> details, Instant at) {
    public AuditEntry {
        details = Map.copyOf(details);
    }
}
