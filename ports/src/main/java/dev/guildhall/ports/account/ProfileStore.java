package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import java.util.List;

/** Driven port: profiles. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface ProfileStore {
    /** Keeps a new profile. */
    void add(Profile profile);

    /** All profiles of an account, oldest first. */
    List<Profile> ofUser(UserId userId);
}
