package dev.guildhall.ports.audit;

import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One line of the audit trail. Never changed once it was written.
 *
 * @param id names it
 * @param userId whose trail it belongs to; absent for a sign-in that failed at an address without an account, which is in
 *     nobody's
 * @param action what was done
 * @param details what there is to say of it
 * @param at when
 */
public record AuditEntry(
        AuditId id, Optional<UserId> userId, AuditAction action, Map<AuditDetail, String> details, Instant at) {
    public AuditEntry {
        details = Map.copyOf(details);
    }
}
