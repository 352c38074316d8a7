package dev.guildhall.core.account;

import dev.guildhall.core.time.BatchedSweep;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Removes sessions a day after their end, audit entries after a year, codes of OAuth clients a day after their expiry,
 * clients that no user has connected after a week and the others a year after their last connection, invitations a
 * day after their end, and tokens of mailed links and challenges at theirs, in batches.
 */
public final class AccountSweep implements Runnable {
    private static final Duration KEEP_SESSIONS = Duration.ofDays(1);
    private static final Duration KEEP_AUDIT = Duration.ofDays(365);
    private static final Duration KEEP_CODES = Duration.ofDays(1);
    private static final Duration KEEP_INVITATIONS = Duration.ofDays(1);
    private static final Duration KEEP_UNUSED_CLIENTS = Duration.ofDays(7);
    private static final Duration KEEP_CLIENTS = Duration.ofDays(365);

    private final AccountStores stores;
    private final InstantSource clock;

    public AccountSweep(AccountStores stores, InstantSource clock) {
        this.stores = stores;
        this.clock = clock;
    }

    @Override
    public void run() {
        Instant now = clock.instant();
        BatchedSweep.remove(most -> stores.sessions().sweep(now.minus(KEEP_SESSIONS), most));
        BatchedSweep.remove(most -> stores.audit().sweep(now.minus(KEEP_AUDIT), most));
        BatchedSweep.remove(most -> stores.authorizedCodes().sweep(now.minus(KEEP_CODES), most));
        BatchedSweep.remove(most -> stores.invitations().sweep(now.minus(KEEP_INVITATIONS), most));
        BatchedSweep.remove(most -> stores.accountTokens().sweep(now, most));
        BatchedSweep.remove(
                most -> stores.oauthClients().sweep(now.minus(KEEP_UNUSED_CLIENTS), now.minus(KEEP_CLIENTS), most));
    }
}
