package dev.guildhall.core.account;

import dev.guildhall.core.cache.BoundedMap;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Cache of the current roles of accounts (general-21). An entry is valid for less
 * than a second, as that of a session; so short tasks do not read the store once each.
 */
public final class AccountRoles {
    private static final Duration BELIEVED = Duration.ofMillis(750);
    private static final int MOST = 1_000;

    private final InstantSource clock;
    private final AccountStore accounts;
    private final Permissions permissions;
    private final Map<UserId, Known> cache = BoundedMap.firstInFirstOut(MOST);

    public AccountRoles(InstantSource clock, AccountStore accounts, Permissions permissions) {
        this.clock = clock;
        this.accounts = accounts;
        this.permissions = permissions;
    }

    /** The cached roles of an account; absent when there is no such account, or it is disabled. */
    private record Known(Optional<Set<Role>> roles, Instant readAt) {}

    /** The roles of an account; empty when there is no such account, or it is disabled. */
    public Optional<Set<Role>> of(UserId user) {
        return user.isExternal() ? Optional.of(Set.of(Role.USER)) : known(user).roles();
    }

    /**
     * The caller with the account's current roles, for work that continues after the roles were read.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when there is no such account, or it is disabled
     */
    public Caller.User current(Caller.User caller) {
        return of(caller.userId())
                .map(caller::withRoles)
                .orElseThrow(() ->
                        new Refusal(new CommonProblem.Unauthenticated("the account has been erased or disabled")));
    }

    private Known known(UserId user) {
        Instant now = clock.instant();
        synchronized (cache) {
            Known known = cache.get(user);
            if (known != null && now.isBefore(known.readAt().plus(BELIEVED))) {
                return known;
            }
        }
        Known read = new Known(
                accounts.find(user)
                        .filter(account -> !account.rights().disabled())
                        .map(account -> Set.copyOf(permissions.rolesOf(account))),
                now);
        synchronized (cache) {
            cache.remove(user);
            cache.put(user, read);
        }
        return read;
    }
}
