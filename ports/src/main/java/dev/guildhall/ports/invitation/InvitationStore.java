package dev.guildhall.ports.invitation;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import java.time.Instant;
import java.util.Optional;

/** Driven port: invitations. Blocks. Takes part in {@code Transactions}. */
public interface InvitationStore extends UserData {
    /**
     * Stores a new invitation.
     *
     * @param hash SHA-256 of its token, lower-case hexadecimal
     */
    void add(Invitation invitation, String hash);

    /** The invitation with that token, if it can be used; empty when it is unknown, used, revoked or expired. */
    Optional<Invitation> find(String hash, Instant now);

    /**
     * Uses an invitation up. Of several calls at once exactly one gets it.
     *
     * @return empty when it is unknown, used, revoked or expired
     */
    Optional<Invitation> take(String hash, Instant now);

    /** The invitations that can be used, latest identifier first. */
    Page<Invitation> list(Instant now, PageRequest page);

    /** Those with that group that can be used, latest identifier first. */
    Page<Invitation> ofGroup(GroupId group, Instant now, PageRequest page);

    /** The invitation, if it can be used. */
    Optional<Invitation> open(InvitationId id, Instant now);

    /** How many invitations can be used. */
    int countOpen(Instant now);

    /** How many invitations with an address a user has made since that time, used ones too. */
    int countMailed(UserId inviter, Instant since);

    /**
     * Revokes an invitation.
     *
     * @return false when there is none that can be used
     */
    boolean revoke(InvitationId id, Instant now);

    /**
     * Removes invitations that expired, were used or revoked, and were made, before that time.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);
}
