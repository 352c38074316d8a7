package dev.guildhall.core.task;

import dev.guildhall.core.account.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * On whose behalf tasks are carried out: with what their owners may do now, not when they asked. What was read of an owner
 * is believed for less than a second, as it is of a session; so short tasks do not ask once each. Thread-safe.
 */
public final class Owners {
    private static final Duration BELIEVED = Duration.ofMillis(750);
    private static final int MOST = 1_000;

    private final InstantSource clock;
    private final AccountStore accounts;
    private final Permissions permissions;
    private final Map<UserId, Rights> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UserId, Rights> eldest) {
            return size() > MOST;
        }
    };

    public Owners(InstantSource clock, AccountStore accounts, Permissions permissions) {
        this.clock = clock;
        this.accounts = accounts;
        this.permissions = permissions;
    }

    /**
     * What an owner may do.
     *
     * @param roles absent when there is no such account
     */
    private record Rights(Optional<Set<Role>> roles, Instant readAt) {}

    /**
     * A task's owner as a caller, in a session that is the task and restricted to the task's tools; empty when there is no
     * such account any more.
     */
    Optional<Caller.User> of(Task task) {
        return roles(task.owner())
                .map(roles -> new Caller.User(
                        task.owner(), task.profileId(), new SessionId(task.id().value()), roles))
                .map(owner -> TaskTools.isRestricted(task.spec())
                        ? owner.restrictedTo(task.spec().tools())
                        : owner);
    }

    private Optional<Set<Role>> roles(UserId owner) {
        return owner.isExternal()
                ? Optional.of(Set.of(Role.USER))
                : rights(owner).roles();
    }

    private Rights rights(UserId owner) {
        Instant now = clock.instant();
        synchronized (known) {
            Rights rights = known.get(owner);
            if (rights != null && now.isBefore(rights.readAt().plus(BELIEVED))) {
                return rights;
            }
        }
        Rights read = new Rights(accounts.find(owner).map(account -> Set.copyOf(permissions.rolesOf(account))), now);
        synchronized (known) {
            known.remove(owner);
            known.put(owner, read);
        }
        return read;
    }
}
