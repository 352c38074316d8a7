package dev.guildhall.ports.account;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Driven port: accounts. Blocks. Takes part in {@code Transactions}. */
public interface AccountStore extends UserData {
    /** How many addresses of sign-ins are kept for an account. */
    int MAX_ADDRESSES = 100;

    /** How many accounts one search without an index looks at. */
    int MOST_SEARCHED = 10_000;

    /**
     * Stores a new account.
     *
     * @return false, with nothing written, when another account has the address; of two calls at once exactly one
     *     returns true
     */
    boolean add(Account account);

    /** The account; empty when there is none. */
    Optional<Account> find(UserId id);

    /** Those of the identifiers that have an account which is not disabled. */
    Set<UserId> enabled(Collection<UserId> ids);

    /** Whether there is an account with the stored role {@code admin} that is not disabled. */
    boolean hasAdmin();

    /** The addresses of those of these users that have an account. */
    Map<UserId, Email> emails(Collection<UserId> ids);

    /** The account as lists show it; empty when there is none. */
    Optional<AccountOverview> overview(UserId id);

    /**
     * All accounts, latest identifier first. One call looks at no more than {@link #MOST_SEARCHED} accounts: a page may
     * have fewer accounts than its limit although there is a next one.
     *
     * @param text only accounts whose address or name of the active profile contains this text, which is not a pattern;
     *     without regard to the case of ASCII letters; absent means all
     */
    Page<AccountOverview> search(Optional<String> text, PageRequest page);

    /**
     * The admins that are not disabled: accounts with the stored role {@code admin} or one of these addresses. Locked
     * until the open transaction ends: another caller of this method waits, and then finds the changed admins. Rules
     * about the number of admins are checked under this lock. Lock accounts before it, profiles and groups after it.
     *
     * @param configured the addresses to which the configuration gives the role {@code admin}
     */
    Set<UserId> lockAdmins(Collection<Email> configured);

    /**
     * The account, locked until the open transaction ends: another caller that locks it waits, and then reads the
     * changed account. Rules about all profiles of an account are checked under this lock. Lock accounts before
     * profiles and groups.
     *
     * @return empty when there is none
     */
    Optional<Account> lock(UserId id);

    /** The account with that address; empty when there is none. */
    Optional<Account> findByEmail(Email email);

    /**
     * The account that signs in with that address: the account with exactly this spelling, else the one with its
     * {@link Email#canonical canonical} spelling; empty when there is none.
     */
    default Optional<Account> findByAnySpelling(Email email) {
        Email canonical = email.canonical();
        Optional<Account> found = findByEmail(email);
        return found.isPresent() || canonical.equals(email) ? found : findByEmail(canonical);
    }

    /** Replaces the stored password; nothing happens when there is no such account. */
    void setPasswordHash(UserId id, PasswordHash hash);

    /**
     * Ends the account at once, in a time that does not grow with its data: from the commit on no method finds it but
     * {@link #removed}, {@link #lockRemoved} and {@link #erase}, and its address can be used by another account. Callers
     * use {@code Stores.removeAccount}, which does this in the other stores too.
     *
     * @return false when there is none
     */
    boolean remove(UserId id);

    /**
     * Removed accounts of which {@link #erase} has not removed everything, the one that was removed first first.
     *
     * @param most how many at most, more than 0
     */
    List<UserId> removed(int most);

    /**
     * Locks an account that {@link #removed} has until the open transaction ends, without waiting for it.
     *
     * @return false when another caller has it locked, the account was not removed, or nothing is left of it
     */
    boolean lockRemoved(UserId id);

    /**
     * Removes a part of what is left of a removed account here, and at last that there was one. {@code Stores.erase} calls
     * this when the other stores have nothing of it.
     */
    @Override
    int erase(UserId id, int most);

    /** Replaces the profile that new tokens act as; nothing happens when there is no such account. */
    void setActiveProfile(UserId id, ProfileId profileId);

    /**
     * Notes that the account was registered or signed in to from a network address. Of an account the latest
     * {@value #MAX_ADDRESSES} addresses are kept; nothing happens when there is no such account.
     *
     * @param address as {@code Caller.Anonymous} has it, or another text that names where a sign-in came from
     */
    void noteSignInAddress(UserId id, String address, Instant at);

    /** Whether the account was registered or signed in to from that address at that time or later. */
    boolean hasSignedInFrom(UserId id, String address, Instant since);

    /** Marks the account's address as verified; nothing happens when there is no such account. */
    void setEmailVerified(UserId id);

    /** Replaces what the administrators have decided; nothing happens when there is no such account. */
    void setRights(UserId id, AccountRights rights);

    /**
     * Records when requests last used sessions of accounts. An earlier time than the stored one, and an unknown account,
     * change nothing; an account that is locked at the moment may be left out.
     */
    void noteSeen(Map<UserId, Instant> seen);
}
