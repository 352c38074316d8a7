package dev.guildhall.core.account;

import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Removes what belonged to erased accounts, in batches (accounts-21). Each batch is durable by itself, so after
 * a crash any node goes on. An account whose purge fails does not stop the others.
 */
public final class AccountPurge implements Runnable {
    /** The interval of {@link #run}. */
    public static final Duration EVERY = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(AccountPurge.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int ACCOUNTS = 100;
    /** How many batches of one account a round removes; the next round goes on. */
    private static final int BATCHES = 200;

    private final Ticker ticker;
    private final Stores stores;
    private final Consumer<UserId> connections;
    private final OutageLog outages = new OutageLog(LOG, EVERY);

    /** The consumer ends the connections of an account, also at the providers, before their records are removed. */
    public AccountPurge(Ticker ticker, Stores stores, Consumer<UserId> connections) {
        this.ticker = ticker;
        this.stores = stores;
        this.connections = connections;
    }

    @Override
    public void run() {
        for (UserId id : stores.accounts().removed(ACCOUNTS)) {
            if (!Thread.currentThread().isInterrupted()) {
                attempt(id);
            }
        }
    }

    private void attempt(UserId id) {
        endConnections(id);
        try {
            int batches = 0;
            while (batches < BATCHES && batch(id)) {
                batches++;
            }
            outages.succeeded();
        } catch (RuntimeException | Error failure) {
            outages.failed(
                    "the data of the erased account {0} could not be removed, next try in {1}: {2}",
                    id.value(), EVERY, failure);
        }
    }

    /** Tokens that cannot be revoked expire; they do not keep the data of the account. */
    private void endConnections(UserId id) {
        try {
            connections.accept(id);
        } catch (RuntimeException | Error failure) {
            LOG.log(
                    Level.WARNING,
                    "the connections of the erased account {0} could not be ended at the providers: {1}",
                    id.value(),
                    failure);
        }
    }

    /**
     * Pauses after a full batch, so that the requests of others share the database with few rows at a time. False when
     * nothing is left, or the node stops.
     */
    private boolean batch(UserId id) {
        int erased = stores.erase(id, Stores.ERASED_AT_ONCE);
        try {
            if (erased >= Stores.ERASED_AT_ONCE) {
                ticker.pause(PAUSE);
            }
            return erased > 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
