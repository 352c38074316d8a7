package dev.guildhall.ports.group;

import dev.guildhall.ports.Id;

/**
 * Identifies the membership of one profile in one group, {@code mbr_…}. Only cursors contain it: a list of members
 * continues after its position even when that member has left.
 *
 * @param value as {@link Id#value()}
 */
public record MembershipId(String value) implements Id {
    public MembershipId {
        Id.require("membershipId", value);
    }
}
