package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.group.GroupId;

/**
 * Driving port: invitations to register (accounts-37). Every method throws a {@code Refusal} with
 * {@code CommonProblem.Unauthenticated} when the caller has not signed in, and with {@code CommonProblem.Forbidden} when
 * the caller uses an API key or has not the role {@code admin}; of a group, when the caller is neither its owner nor its
 * admin. Blocks.
 */
public interface Invitations {
    /**
     * Makes an invitation, which is good once, and mails it when it names an address and mail is configured.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.Invalid} for a group that does not exist
     *     and for an expiry that has passed or is too late, with {@code AccountProblem.EmailTaken} for an address that has
     *     an account, with {@code CommonProblem.RateLimited} when too many invitations are open or were mailed
     */
    IssuedInvitation invite(Caller caller, NewInvitation invitation);

    /** The invitations that can be used, newest first. */
    Page<Invitation> list(Caller caller, PageRequest page);

    /**
     * Makes an invitation useless.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.NotFound}
     */
    void revoke(Caller caller, InvitationId id);

    /**
     * The invitations to a group that can be used, newest first (accounts-49).
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code CommonProblem.NotFound} for a group that does not exist
     *     or that the caller is not in
     */
    Page<GroupInvitation> ofGroup(Caller caller, GroupId group, PageRequest page);

    /**
     * Makes an invitation to a group useless (accounts-49); only owners that of an owner.
     *
     * @throws dev.guildhall.ports.problem.Refusal also as {@link #ofGroup}, with {@code CommonProblem.NotFound} for an
     *     invitation that is not to this group or cannot be used, and with {@code CommonProblem.Forbidden} for one that
     *     gives more than a role in this group, which an admin of the installation made
     */
    void revokeOfGroup(Caller caller, GroupId group, InvitationId id);
}
