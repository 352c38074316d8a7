package dev.guildhall.ports.audit;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * Driven port: the audit trail. Entries are added and removed, never changed; those of an account are removed with it.
 * Blocks. Takes part in {@code Transactions}, so an entry is stored exactly when its action is.
 */
public interface AuditStore extends UserData {
    /** Stores an entry; an entry of an account that does not exist is dropped. */
    void add(AuditEntry entry);

    /** The entries of a user's trail, latest identifier first. */
    default Page<AuditEntry> ofUser(UserId userId, PageRequest page) {
        return find(AuditFilter.ofUser(userId), page);
    }

    /** The entries that a filter selects, latest identifier first. */
    Page<AuditEntry> find(AuditFilter filter, PageRequest page);

    /**
     * Removes entries from before that moment.
     *
     * @param most how many entries this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
