package dev.guildhall.ports.admin;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.task.NodeDetails;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driving port: administration of the installation (keys-14 to keys-17). Every method but {@link #awaitsFirstAdmin}
 * throws a {@code Refusal} with {@code CommonProblem.Unauthenticated} when the caller has not signed in, and with
 * {@code CommonProblem.Forbidden} when the caller has not the role {@code admin}. Blocks.
 */
public interface Administration {
    /**
     * All users, newest first. A page may have fewer users than its limit although there is a next one.
     *
     * @param text only users whose address or name contains it, in any case; absent means all
     */
    Page<ManagedUser> users(Caller caller, Optional<String> text, PageRequest page);

    /**
     * One user.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}
     */
    ManagedUser user(Caller caller, UserId id);

    /**
     * Changes what administrators decide about a user. A disabled account has no sessions, and its API keys do not
     * work; its open calls end within 1 s on every node, and attempts at its tasks fail. Of concurrent changes that
     * would together leave no admin, one fails.
     *
     * @return the user after the change
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}; with {@code CommonProblem.Invalid}
     *     for a budget in another currency than the installation's; with {@code CommonProblem.Conflict} when there would
     *     be no admin any more, and for taking the role {@code admin} from an account that has it by configuration; with
     *     {@code CommonProblem.Forbidden} when the caller uses an API key
     */
    ManagedUser change(Caller caller, UserId id, UserChange change);

    /**
     * Erases an account as its owner can (accounts-21).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}; with {@code CommonProblem.Conflict}
     *     for the last admin and for the account of a group; with {@code CommonProblem.Forbidden} when the caller uses an
     *     API key
     */
    void delete(Caller caller, UserId id);

    /** The addresses of those of these users that have an account. */
    Map<UserId, Email> emails(Caller caller, Collection<UserId> ids);

    /** The audit trails of all users, newest first. */
    Page<AuditEntry> audit(Caller caller, AuditFilter filter, PageRequest page);

    /** The nodes of the installation that run, in any order. */
    List<NodeDetails> nodes(Caller caller);

    /**
     * Whether the installation has no admin, and its configuration names none: then an account becomes the admin with a
     * {@link dev.guildhall.ports.account.SetupToken}. Any caller may ask.
     */
    boolean awaitsFirstAdmin(Caller caller);
}
