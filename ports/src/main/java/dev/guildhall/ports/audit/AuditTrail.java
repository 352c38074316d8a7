package dev.guildhall.ports.audit;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;

/** Driving port: the actions on the caller's account. Blocks. */
public interface AuditTrail {
    /**
     * The caller's own trail of the last year, newest first.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    Page<AuditEntry> entries(Caller caller, PageRequest page);
}
