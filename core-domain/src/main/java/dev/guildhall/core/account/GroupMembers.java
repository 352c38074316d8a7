package dev.guildhall.core.account;

import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipId;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Rules of membership: who sees a group, how many members it has, and that an owner stays. Used inside transactions.
 */
final class GroupMembers {
    private final IdSource ids;
    private final AccountStores stores;
    private final GroupLimits limits;

    GroupMembers(IdSource ids, AccountStores stores, GroupLimits limits) {
        this.ids = ids;
        this.stores = stores;
        this.limits = limits;
    }

    List<ProfileId> profilesOf(Caller.User caller) {
        return stores.profiles().ofUser(caller.userId()).stream()
                .map(Profile::id)
                .toList();
    }

    /**
     * Refuses a caller who must not see the group: no profile of the caller is a member, and the caller is no admin.
     */
    void requireSight(Caller.User caller, GroupId id) {
        if (!sees(caller, id)) {
            throw noSuchGroup();
        }
    }

    boolean sees(Caller.User caller, GroupId id) {
        return hasOwn(caller, id)
                || (caller.isAdmin() && stores.groups().find(id).isPresent());
    }

    /** The membership of the caller's profile in a group, which stays locked until the transaction ends. */
    Membership locked(Caller.User caller, GroupId id) {
        if (stores.groups().lock(id).isEmpty()) {
            throw noSuchGroup();
        }
        return stores.memberships().find(id, caller.profileId()).orElseThrow(() -> outsider(caller, id));
    }

    /** Writes first and counts then: the transaction is rolled back when the group is full. */
    Membership join(GroupId id, NewMember wanted, Instant now) {
        Membership membership =
                new Membership(new MembershipId(ids.next("mbr")), id, wanted.profileId(), wanted.role(), now);
        if (!stores.memberships().add(membership)) {
            throw new Refusal(new GroupProblem.AlreadyMember());
        }
        if (stores.memberships().count(id).members() > limits.members()) {
            throw new Refusal(new GroupProblem.GroupFull(limits.members()));
        }
        if (stores.memberships().groupsOf(wanted.profileId()).size() > limits.groups()) {
            throw new Refusal(new GroupProblem.TooManyGroups(limits.groups()));
        }
        return membership;
    }

    /** The membership of the caller's profile with the strongest role; empty when none is a member. */
    Optional<Membership> strongest(Caller.User caller, GroupId id) {
        return profilesOf(caller).stream()
                .flatMap(profile -> stores.memberships().find(id, profile).stream())
                .reduce(Membership::stronger);
    }

    Membership member(GroupId id, ProfileId profileId) {
        return stores.memberships().find(id, profileId).orElseThrow(GroupMembers::noSuchMember);
    }

    void requireAnotherOwner(Membership leaving) {
        if (leaving.role() == GroupRole.OWNER
                && stores.memberships().count(leaving.groupId()).owners() == 1) {
            throw new Refusal(new GroupProblem.LastOwner());
        }
    }

    private boolean hasOwn(Caller.User caller, GroupId id) {
        return stores.memberships().hasAny(id, profilesOf(caller));
    }

    /** The group must not be reported as missing to a caller who can see it. */
    private Refusal outsider(Caller.User caller, GroupId id) {
        if (hasOwn(caller, id)) {
            return new Refusal(
                    new CommonProblem.Forbidden("another profile of yours is in the group: activate that one"));
        }
        return caller.isAdmin()
                ? new Refusal(new CommonProblem.Forbidden("only members of the group may do this"))
                : noSuchGroup();
    }

    static Refusal noSuchGroup() {
        return new Refusal(new CommonProblem.NotFound("group"));
    }

    static Refusal noSuchProfile() {
        return new Refusal(new CommonProblem.NotFound("profile"));
    }

    static Refusal noSuchMember() {
        return new Refusal(new CommonProblem.NotFound("member of the group"));
    }
}
