package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import java.util.Optional;

/** Driven port: accounts. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface AccountStore {
    /**
     * Keeps a new account.
     *
     * @return false, with nothing written, when another account has the address; of two at once exactly one gets true
     */
    boolean add(Account account);

    /** The account; empty when there is none. */
    Optional<Account> find(UserId id);

    /** The account with that address; empty when there is none. */
    Optional<Account> findByEmail(Email email);

    /** Replaces the kept password; nothing happens when the account is gone. */
    void setPasswordHash(UserId id, PasswordHash hash);
}
