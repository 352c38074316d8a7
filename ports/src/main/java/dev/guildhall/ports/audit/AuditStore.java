package dev.guildhall.ports.audit;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * Driven port: what was done, and when. Entries are added and forgotten, never changed; those of an account go with it.
 * Blocks. Thread-safe; takes part in {@code Transactions}, so an entry is kept exactly when what it tells of is.
 */
public interface AuditStore {
    /** Keeps an entry; one of an account that is gone is dropped. */
    void add(AuditEntry entry);

    /** The entries of a user's trail, latest identifier first. */
    Page<AuditEntry> ofUser(UserId userId, PageRequest page);

    /**
     * Forgets entries from before that moment.
     *
     * @param most how many at most in this call
     * @return how many were forgotten
     */
    int sweep(Instant before, int most);
}
