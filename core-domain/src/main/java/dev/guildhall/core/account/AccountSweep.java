package dev.guildhall.core.account;

import dev.guildhall.ports.account.AccountStores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.IntSupplier;

/** Forgets sessions a day after their end and audit entries after a year, in small steps. */
public final class AccountSweep implements Runnable {
    private static final Duration KEEP_SESSIONS = Duration.ofDays(1);
    private static final Duration KEEP_AUDIT = Duration.ofDays(365);
    private static final int STEP = 500;
    private static final int STEPS = 200;

    private final AccountStores stores;
    private final InstantSource clock;

    public AccountSweep(AccountStores stores, InstantSource clock) {
        this.stores = stores;
        this.clock = clock;
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        sweep(() -> stores.sessions().sweep(now.minus(KEEP_SESSIONS), STEP));
        sweep(() -> stores.audit().sweep(now.minus(KEEP_AUDIT), STEP));
    }

    private static void sweep(IntSupplier step) {
        int steps = 1;
        while (step.getAsInt() == STEP && steps < STEPS) {
            steps++;
        }
    }
}
