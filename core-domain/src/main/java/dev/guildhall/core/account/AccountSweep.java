package dev.guildhall.core.account;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Removes sessions a day after their end and audit entries after a year, in batches. */
public final class AccountSweep implements Runnable {
    private static final Duration KEEP_SESSIONS = Duration.ofDays(1);
    private static final Duration KEEP_AUDIT = Duration.ofDays(365);

    private final AccountStores stores;
    private final InstantSource clock;

    public AccountSweep(AccountStores stores, InstantSource clock) {
        this.stores = stores;
        this.clock = clock;
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        BatchedSweep.sweep(most -> stores.sessions().sweep(now.minus(KEEP_SESSIONS), most));
        BatchedSweep.sweep(most -> stores.audit().sweep(now.minus(KEEP_AUDIT), most));
    }
}
