package dev.guildhall.core.completion;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.completion.UsageStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Removes old usage entries, in batches. */
public final class UsageSweep implements Runnable {
    private final InstantSource clock;
    private final UsageStore store;
    private final CompletionLimits.Accounts limits;

    public UsageSweep(InstantSource clock, UsageStore store, CompletionLimits.Accounts limits) {
        this.clock = clock;
        this.store = store;
        this.limits = limits;
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        LocalDate firstDay = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(limits.daysKept());
        BatchedSweep.sweep(most -> store.sweepEntries(now.minus(limits.entriesKept()), most));
        BatchedSweep.sweep(most -> store.sweepDays(firstDay, most));
    }
}
