package dev.guildhall.ports;

/**
 * Names one entry of the audit trail, {@code aud_…}.
 *
 * @param value as {@link Id#value()}
 */
public record AuditId(String value) implements Id {
    public AuditId {
        Id.require("auditId", value);
    }
}
