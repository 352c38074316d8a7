package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;

/**
 * Driving port: invitations to register (accounts-37). Every method throws a {@code Refusal} with
 * {@code CommonProblem.Unauthenticated} when the caller has not signed in, and with {@code CommonProblem.Forbidden} when
 * the caller has not the role {@code admin} or uses an API key. Blocks.
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
}
