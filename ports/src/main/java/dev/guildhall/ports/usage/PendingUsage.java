package dev.guildhall.ports.usage;

import java.util.List;

/**
 * Driven port: a write-ahead log of the usage entries that the {@link UsageStore} does not have yet. A process that is
 * killed leaves its entries there, and a process that uses the same log later, or at the same time, recovers them. A
 * crash of the whole machine may lose the latest. Every method blocks for the time of a write to a local file at most.
 * Thread-safe, also across processes.
 */
public interface PendingUsage {
    /**
     * Adds an entry. From the return on it outlives the process.
     *
     * @throws RuntimeException when the entry cannot be written, for example because the disk is full; the log then has
     *     all entries that it had before
     */
    void append(UsageEntry entry);

    /**
     * Removes entries, after the store has got them. It ignores those that the log does not have. Until the space is
     * used again, a process that recovers this one's entries may get them once more.
     *
     * @throws RuntimeException when the log cannot be written
     */
    void forget(List<UsageEntry> stored);

    /**
     * Some of the entries that processes which have ended left, in no particular order; empty when there are none. They
     * are not returned again to this process, and stay in the log until {@link #forget}: another process recovers them
     * when this one ends before. Entries that cannot be read are logged and left out.
     *
     * @throws RuntimeException when the log cannot be read
     */
    List<UsageEntry> recover();
}
