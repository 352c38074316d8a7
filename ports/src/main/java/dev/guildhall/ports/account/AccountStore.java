package dev.guildhall.ports.account;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

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

    /** Those of the identifiers that belong to an account. */
    Set<UserId> existing(Collection<UserId> ids);

    /**
     * The account, held until the open transaction ends: whoever else locks it waits, and then sees what became of it.
     * What must be true of all its profiles together is decided under this lock. Locked before profiles and groups.
     *
     * @return empty when there is none
     */
    Optional<Account> lock(UserId id);

    /** The account with that address; empty when there is none. */
    Optional<Account> findByEmail(Email email);

    /**
     * The account that signs in with that address: the one that is kept under this spelling, else the one under its
     * {@link Email#canonical canonical} spelling; empty when there is none.
     */
    default Optional<Account> findByAnySpelling(Email email) {
        Email canonical = email.canonical();
        Optional<Account> found = findByEmail(email);
        return found.isPresent() || canonical.equals(email) ? found : findByEmail(canonical);
    }

    /** Replaces the kept password; nothing happens when the account is gone. */
    void setPasswordHash(UserId id, PasswordHash hash);

    /**
     * Erases the account and everything of it that any store of the installation keeps; memberships of its profiles must
     * have been handed on before.
     *
     * @return false when there is none
     */
    boolean remove(UserId id);

    /** Replaces the profile that new tokens act as; nothing happens when the account is gone. */
    void setActiveProfile(UserId id, ProfileId profileId);

    /** Marks the account's address as verified; nothing happens when the account is gone. */
    void setEmailVerified(UserId id);
}
