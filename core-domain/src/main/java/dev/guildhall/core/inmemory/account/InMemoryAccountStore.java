package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountOverview;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Accounts in memory. Transactions run one at a time, so the running one has the lock of every account. */
public final class InMemoryAccountStore implements AccountStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<UserId, Account> accounts;
    private final UndoableMap<Email, UserId> byEmail;
    private final UndoableMap<UserId, Instant> lastSeen;
    private final UndoableMap<UserId, Map<String, Instant>> signInAddresses;
    private final UndoableMap<UserId, UserId> removed;
    private final Stores stores;

    public InMemoryAccountStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.lastSeen = new UndoableMap<>(transactions);
        this.accounts = new UndoableMap<>(transactions);
        this.byEmail = new UndoableMap<>(transactions);
        this.removed = new UndoableMap<>(transactions);
        this.signInAddresses = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Account account) {
        return transactions.guarded(() -> {
            boolean isNew = account.email()
                    .map(email -> byEmail.add(email, account.id()))
                    .orElse(true);
            if (isNew) {
                accounts.put(account.id(), account);
            }
            return isNew;
        });
    }

    @Override
    public Optional<Account> find(UserId id) {
        return transactions.guarded(() -> accounts.get(id));
    }

    @Override
    public Set<UserId> enabled(Collection<UserId> ids) {
        return transactions.guarded(() -> ids.stream()
                .filter(id ->
                        accounts.get(id).filter(InMemoryAccountStore::isEnabled).isPresent())
                .collect(Collectors.toUnmodifiableSet()));
    }

    private static boolean isEnabled(Account account) {
        return !account.rights().disabled();
    }

    @Override
    public boolean hasAdmin() {
        return transactions.guarded(() -> accounts.where(InMemoryAccountStore::isEnabled)
                .anyMatch(account -> account.rights().roles().contains(Role.ADMIN)));
    }

    @Override
    public Map<UserId, Email> emails(Collection<UserId> ids) {
        return transactions.guarded(() -> Set.copyOf(ids).stream()
                .flatMap(id -> accounts.get(id).stream())
                .filter(account -> account.email().isPresent())
                .collect(
                        Collectors.toMap(Account::id, account -> account.email().orElseThrow())));
    }

    @Override
    public Optional<AccountOverview> overview(UserId id) {
        return transactions.guarded(() -> accounts.get(id).flatMap(this::overviewOf));
    }

    @Override
    public Page<AccountOverview> search(Optional<String> text, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                accounts.values().stream()
                        .flatMap(account -> overviewOf(account).stream())
                        .filter(overview -> text.isEmpty() || contains(overview, text.get()))
                        .toList(),
                page,
                overview -> overview.account().id()));
    }

    private Optional<AccountOverview> overviewOf(Account account) {
        return stores.profiles()
                .find(account.activeProfileId())
                .map(profile -> new AccountOverview(account, profile.displayName(), lastSeen.get(account.id())));
    }

    private static boolean contains(AccountOverview overview, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return overview.account()
                        .email()
                        .filter(email -> email.value().toLowerCase(Locale.ROOT).contains(wanted))
                        .isPresent()
                || overview.displayName().value().toLowerCase(Locale.ROOT).contains(wanted);
    }

    @Override
    public Set<UserId> lockAdmins(Collection<Email> configured) {
        return transactions.guarded(() -> accounts.where(InMemoryAccountStore::isEnabled)
                .filter(account -> account.rights().roles().contains(Role.ADMIN)
                        || account.email().filter(configured::contains).isPresent())
                .map(Account::id)
                .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public void noteSeen(Map<UserId, Instant> seen) {
        transactions.run(() -> seen.forEach((id, at) -> {
            boolean later = lastSeen.get(id).filter(at::isBefore).isEmpty();
            if (later && accounts.get(id).isPresent()) {
                lastSeen.put(id, at);
            }
        }));
    }

    @Override
    public Optional<Account> lock(UserId id) {
        return find(id);
    }

    @Override
    public Optional<Account> findByEmail(Email email) {
        return transactions.guarded(() -> byEmail.get(email).flatMap(accounts::get));
    }

    @Override
    public void setPasswordHash(UserId id, PasswordHash hash) {
        transactions.run(() -> accounts.change(id, account -> account.withPasswordHash(hash)));
    }

    @Override
    public boolean remove(UserId id) {
        return transactions.guarded(() -> {
            Optional<Account> account = accounts.remove(id);
            account.ifPresent(known -> {
                known.email().ifPresent(byEmail::remove);
                removed.put(id, id);
            });
            lastSeen.remove(id);
            signInAddresses.remove(id);
            return account.isPresent();
        });
    }

    @Override
    public List<UserId> removed(int most) {
        return transactions.guarded(() -> removed.keys().stream().limit(most).toList());
    }

    @Override
    public boolean lockRemoved(UserId id) {
        return transactions.guarded(() -> removed.get(id).isPresent());
    }

    @Override
    public int erase(UserId id, int most) {
        return transactions.guarded(() -> removed.remove(id).isPresent() ? 1 : 0);
    }

    @Override
    public void setActiveProfile(UserId id, ProfileId profileId) {
        transactions.run(() -> accounts.change(id, account -> account.withActiveProfile(profileId)));
    }

    @Override
    public void noteSignInAddress(UserId id, String address, Instant at) {
        transactions.run(() -> {
            if (accounts.get(id).isEmpty()) {
                return;
            }
            Map<String, Instant> seen = new HashMap<>(signInAddresses.get(id).orElse(Map.of()));
            seen.put(address, at);
            if (seen.size() > MAX_ADDRESSES) {
                seen.remove(Collections.min(seen.entrySet(), Map.Entry.comparingByValue())
                        .getKey());
            }
            signInAddresses.put(id, Map.copyOf(seen));
        });
    }

    @Override
    public boolean hasSignedInFrom(UserId id, String address, Instant since) {
        return transactions.guarded(() -> signInAddresses
                .get(id)
                .map(seen -> seen.get(address))
                .filter(at -> !at.isBefore(since))
                .isPresent());
    }

    @Override
    public void setEmailVerified(UserId id) {
        transactions.run(() -> accounts.change(id, Account::withVerifiedEmail));
    }

    @Override
    public void setRights(UserId id, AccountRights rights) {
        transactions.run(() -> accounts.change(id, account -> account.withRights(rights)));
    }
}
