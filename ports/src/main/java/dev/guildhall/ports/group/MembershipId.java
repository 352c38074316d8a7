package dev.guildhall.ports.group;

import dev.guildhall.ports.Id;

/**
 * Names the time that one profile is in one group, {@code mbr_…}. It is seen inside of cursors alone: a list of members
 * goes on behind its place although the member there has left.
 *
 * @param value as {@link Id#value()}
 */
public record MembershipId(String value) implements Id {
    public MembershipId {
        Id.require("membershipId", value);
    }
}
