package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccountStores;
import dev.guildhall.ports.account.Group;
import dev.guildhall.ports.account.GroupId;
import dev.guildhall.ports.account.GroupMember;
import dev.guildhall.ports.account.GroupRole;
import dev.guildhall.ports.account.GroupStore;
import dev.guildhall.ports.account.GroupSummary;
import dev.guildhall.ports.account.Groups;
import dev.guildhall.ports.account.Membership;
import dev.guildhall.ports.account.MembershipId;
import dev.guildhall.ports.account.MembershipStore;
import dev.guildhall.ports.account.NewGroup;
import dev.guildhall.ports.account.NewMember;
import dev.guildhall.ports.account.Profile;
import dev.guildhall.ports.account.ProfileStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Groups and who is in them. Every change to a group that exists is decided under its lock, so that of two owners who step
 * down at once the second one sees that the first is gone. Thread-safe.
 */
public final class GroupKeeper implements Groups {
    private final InstantSource clock;
    private final IdSource ids;
    private final Transactions transactions;
    private final ProfileStore profiles;
    private final GroupStore groups;
    private final MembershipStore members;
    private final Permissions permissions;
    private final GroupLimits limits;

    public GroupKeeper(
            InstantSource clock, IdSource ids, AccountStores stores, Permissions permissions, GroupLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.transactions = stores.transactions();
        this.profiles = stores.profiles();
        this.groups = stores.groups();
        this.members = stores.memberships();
        this.permissions = permissions;
        this.limits = limits;
    }

    @Override
    public Page<GroupSummary> list(Caller caller, PageRequest page) {
        return groups.ofProfile(caller.requireUser().profileId(), page);
    }

    @Override
    public GroupSummary create(Caller caller, NewGroup wanted) {
        ProfileId owner = caller.requireUser().profileId();
        Instant now = clock.instant();
        Group group = new Group(new GroupId(ids.next("grp")), wanted.name(), wanted.description(), now);
        transactions.run(() -> {
            if (profiles.lock(owner).isEmpty()) {
                throw noSuchProfile();
            }
            groups.add(group);
            join(group.id(), new NewMember(owner, GroupRole.OWNER), now);
        });
        return new GroupSummary(group, GroupRole.OWNER, 1);
    }

    @Override
    public void delete(Caller caller, GroupId id) {
        Caller.User user = caller.requireUser();
        transactions.run(() -> {
            permissions.requireDeletion(locked(user, id).role());
            groups.remove(id);
        });
    }

    @Override
    public Page<GroupMember> members(Caller caller, GroupId id, PageRequest page) {
        Caller.User user = caller.requireUser();
        if (members.find(id, user.profileId()).isEmpty()
                && !(user.isAdmin() && groups.find(id).isPresent())) {
            throw noSuchGroup();
        }
        return members.ofGroup(id, page);
    }

    /** The profile is locked before the group, and asked for behind the permission: a member learns nothing of it. */
    @Override
    public GroupMember add(Caller caller, GroupId id, NewMember wanted) {
        Caller.User user = caller.requireUser();
        return transactions.inTransaction(() -> {
            Optional<Profile> found = profiles.lock(wanted.profileId());
            permissions.requireReach(locked(user, id).role(), wanted.role());
            Profile profile = found.orElseThrow(GroupKeeper::noSuchProfile);
            return new GroupMember(join(id, wanted, clock.instant()), profile.displayName());
        });
    }

    @Override
    public GroupMember changeRole(Caller caller, GroupId id, NewMember wanted) {
        Caller.User user = caller.requireUser();
        return transactions.inTransaction(() -> {
            Membership actor = locked(user, id);
            Membership member = member(id, wanted.profileId());
            permissions.requireReach(actor.role(), member.role(), wanted.role());
            if (wanted.role() != GroupRole.OWNER) {
                requireAnotherOwner(member);
            }
            members.setRole(id, wanted.profileId(), wanted.role());
            Profile profile = profiles.find(wanted.profileId()).orElseThrow(GroupKeeper::noSuchMember);
            return new GroupMember(member.withRole(wanted.role()), profile.displayName());
        });
    }

    @Override
    public void remove(Caller caller, GroupId id, ProfileId profileId) {
        Caller.User user = caller.requireUser();
        transactions.run(() -> {
            Membership actor = locked(user, id);
            Membership member = member(id, profileId);
            if (!member.equals(actor)) {
                permissions.requireReach(actor.role(), member.role());
            }
            requireAnotherOwner(member);
            members.remove(id, profileId);
        });
    }

    /** What the caller's profile is in a group that is held from here on. */
    private Membership locked(Caller.User caller, GroupId id) {
        if (groups.lock(id).isEmpty()) {
            throw noSuchGroup();
        }
        return members.find(id, caller.profileId()).orElseThrow(() -> outsider(caller));
    }

    /** Written first and counted then: the transaction takes it back when there was no place. */
    private Membership join(GroupId id, NewMember wanted, Instant now) {
        Membership membership =
                new Membership(new MembershipId(ids.next("mbr")), id, wanted.profileId(), wanted.role(), now);
        if (!members.add(membership)) {
            throw new Refusal(new GroupProblem.AlreadyMember());
        }
        if (members.count(id).members() > limits.members()) {
            throw new Refusal(new GroupProblem.GroupFull(limits.members()));
        }
        if (members.groupsOf(wanted.profileId()).size() > limits.groups()) {
            throw new Refusal(new GroupProblem.TooManyGroups(limits.groups()));
        }
        return membership;
    }

    private Membership member(GroupId id, ProfileId profileId) {
        return members.find(id, profileId).orElseThrow(GroupKeeper::noSuchMember);
    }

    private void requireAnotherOwner(Membership leaving) {
        if (leaving.role() == GroupRole.OWNER
                && members.count(leaving.groupId()).owners() == 1) {
            throw new Refusal(new GroupProblem.LastOwner());
        }
    }

    /** An admin of the installation sees every group, so to say that there is none would be a lie. */
    private static Refusal outsider(Caller.User caller) {
        return caller.isAdmin()
                ? new Refusal(new CommonProblem.Forbidden("only who is in the group may do this"))
                : noSuchGroup();
    }

    private static Refusal noSuchGroup() {
        return new Refusal(new CommonProblem.NotFound("group"));
    }

    private static Refusal noSuchProfile() {
        return new Refusal(new CommonProblem.NotFound("profile"));
    }

    private static Refusal noSuchMember() {
        return new Refusal(new CommonProblem.NotFound("member of the group"));
    }
}
