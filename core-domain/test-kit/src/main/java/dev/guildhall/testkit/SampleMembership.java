package dev.guildhall.testkit;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipId;
import java.time.Instant;

/** Builds a {@link Membership}, by default with the role of a member. Not thread-safe. */
public final class SampleMembership {
    private final GroupId groupId;
    private final ProfileId profileId;
    private GroupRole role = GroupRole.MEMBER;
    private Instant joinedAt = Sample.NOW;

    SampleMembership(GroupId groupId, ProfileId profileId) {
        this.groupId = groupId;
        this.profileId = profileId;
    }

    public SampleMembership role(GroupRole one) {
        role = one;
        return this;
    }

    public SampleMembership joinedAt(Instant moment) {
        joinedAt = moment;
        return this;
    }

    public Membership build() {
        return new Membership(new MembershipId(Sample.id("mbr")), groupId, profileId, role, joinedAt);
    }
}
