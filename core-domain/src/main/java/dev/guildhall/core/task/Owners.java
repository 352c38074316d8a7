package dev.guildhall.core.task;

import dev.guildhall.core.account.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.task.Task;
import java.util.Optional;
import java.util.Set;

/** On whose behalf tasks are carried out: with what their owners may do now, not when they asked. Thread-safe. */
public final class Owners {
    private final AccountStore accounts;
    private final Permissions permissions;

    public Owners(AccountStore accounts, Permissions permissions) {
        this.accounts = accounts;
        this.permissions = permissions;
    }

    /** A task's owner as a caller, in a session that is the task; empty when there is no such account any more. */
    Optional<Caller.User> of(Task task) {
        return roles(task)
                .map(roles -> new Caller.User(
                        task.owner(), task.profileId(), new SessionId(task.id().value()), roles));
    }

    private Optional<Set<Role>> roles(Task task) {
        return task.owner().isExternal()
                ? Optional.of(Set.of(Role.USER))
                : accounts.find(task.owner()).map(account -> Set.copyOf(permissions.rolesOf(account)));
    }
}
