package dev.guildhall.ports.contract;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;

/** The erasure of an account to its end. */
public final class Erasure {
    private static final int BATCH = 100;

    private Erasure() {}

    /** Removes an account and then all of its data; false when there was no account. */
    public static boolean of(Stores stores, UserId user) {
        boolean removed = stores.accounts().remove(user);
        int purged;
        do {
            purged = stores.accounts().purge(user, BATCH);
        } while (purged > 0);
        return removed;
    }
}
