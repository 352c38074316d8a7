package dev.guildhall.core.task;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.task.Task;
import java.util.Optional;

/** On whose behalf tasks are carried out: with what their owners may do now, not when they asked. Thread-safe. */
public final class TaskCallerResolver {
    private final AccountRoles roles;

    public TaskCallerResolver(AccountRoles roles) {
        this.roles = roles;
    }

    /**
     * A task's owner as a caller, in a session that is the task and restricted to the task's tools; empty when there is no
     * such account any more.
     */
    Optional<Caller.User> of(Task task) {
        return roles.of(task.owner())
                .map(now -> new Caller.User(
                        task.owner(), task.profileId(), new SessionId(task.id().value()), now))
                .map(owner -> TaskTools.isRestricted(task.spec())
                        ? owner.restrictedTo(task.spec().tools())
                        : owner);
    }
}
