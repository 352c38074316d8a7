package dev.guildhall.core.completion;

import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.usage.UsageEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Adds the usage entries that killed processes have left to the journal: run it at the start, for those of this node's
 * last process, and then at intervals, for those of other nodes. The store ignores an entry that it has already. Not
 * thread-safe.
 */
public final class UsageRecovery implements Runnable {
    private static final Logger LOG = System.getLogger(UsageRecovery.class.getName());

    private final OutageLog outages;
    private final InstantSource clock;
    private final PendingUsage pending;
    private final UsageJournal journal;
    private final CompletionLimits.Accounts limits;

    public UsageRecovery(
            InstantSource clock, PendingUsage pending, UsageJournal journal, CompletionLimits.Accounts limits) {
        this.clock = clock;
        this.pending = pending;
        this.journal = journal;
        this.limits = limits;
        this.outages = new OutageLog(LOG, limits.every());
    }

    /** A failure is logged; the next run tries again. */
    @Override
    public void run() {
        try {
            recover();
            outages.succeeded();
        } catch (RuntimeException unreadable) {
            outages.failed("usage of ended processes cannot be recovered: {0}", unreadable);
        }
    }

    private void recover() {
        while (journal.hasRoomToRecover()) {
            List<UsageEntry> left = pending.recover();
            if (left.isEmpty()) {
                return;
            }
            Map<Boolean, List<UsageEntry>> byAge = left.stream().collect(Collectors.partitioningBy(this::isOld));
            List<UsageEntry> recent = byAge.getOrDefault(false, List.of());
            journal.addRecovered(recent);
            LOG.log(Level.INFO, "{0} entries of usage of an ended process are written now", recent.size());
            drop(byAge.getOrDefault(true, List.of()));
        }
    }

    /**
     * Whether the store may have had the entry and removed it: it would count the entry again. Half of the time that
     * entries are stored leaves a margin for clocks that differ.
     */
    private boolean isOld(UsageEntry entry) {
        Instant first = clock.instant().minus(limits.entriesKept().dividedBy(2));
        return entry.at().isBefore(first);
    }

    private void drop(List<UsageEntry> old) {
        if (!old.isEmpty()) {
            LOG.log(Level.WARNING, "{0} entries of usage of an ended process are too old to be counted", old.size());
            pending.forget(old);
        }
    }
}
