package dev.guildhall.core.account;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import java.lang.System.Logger;
import java.time.Duration;

/**
 * Removes what belonged to erased accounts, in batches (contract 15, growth). Each batch is durable by itself, so after
 * a crash any node goes on. An account whose purge fails does not stop the others.
 */
public final class AccountPurge implements Runnable {
    /** The interval of {@link #run}. */
    public static final Duration EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(AccountPurge.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int ACCOUNTS = 100;

    private final Ticker ticker;
    private final AccountStore accounts;
    private final OutageLog outages = new OutageLog(LOG, EVERY);

    public AccountPurge(Ticker ticker, AccountStore accounts) {
        this.ticker = ticker;
        this.accounts = accounts;
    }

    @Override
    public void run() {
        for (UserId id : accounts.removed(ACCOUNTS)) {
            if (!Thread.currentThread().isInterrupted()) {
                attempt(id);
            }
        }
    }

    private void attempt(UserId id) {
        try {
            BatchedSweep.sweep(most -> batch(id, most));
            outages.succeeded();
        } catch (RuntimeException failure) {
            outages.failed(
                    "the data of the erased account {0} could not be removed, next try in {1}: {2}",
                    id.value(), EVERY, failure);
        }
    }

    /** Pauses after a full batch, so that the requests of others share the database with few rows at a time. */
    private int batch(UserId id, int most) {
        int purged = accounts.purge(id, most);
        try {
            if (purged == most) {
                ticker.pause(PAUSE);
            }
            return purged;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
