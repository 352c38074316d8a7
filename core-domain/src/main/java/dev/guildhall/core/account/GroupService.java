package dev.guildhall.core.account;

import dev.guildhall.core.budget.Budgets;
import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.BudgetUse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupDetails;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.invitation.InvitedGroup;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.Spender;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Groups and their members. Every change of an existing group is decided under its lock, so that when two owners leave
 * at once the second call sees that the first owner has left.
 */
public final class GroupService implements Groups {
    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final GroupMembers groupMembers;
    private final GroupJournal journal;
    private final Permissions permissions;
    private final InvitationService invitations;
    private final Budgets budgets;

    public GroupService(
            SessionService.Sources sources,
            Stores stores,
            AuditJournal journal,
            Permissions permissions,
            InvitationService invitations,
            Budgets budgets,
            GroupLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.stores = stores;
        this.groupMembers = new GroupMembers(ids, stores, limits);
        this.journal = new GroupJournal(journal);
        this.permissions = permissions;
        this.invitations = invitations;
        this.budgets = budgets;
    }

    @Override
    public Page<GroupSummary> list(Caller caller, PageRequest page) {
        return stores.groups().ofProfiles(groupMembers.profilesOf(caller.requireUser()), page);
    }

    @Override
    public GroupSummary create(Caller caller, NewGroup wanted) {
        Caller.User user = caller.requireSession();
        ProfileId owner = user.profileId();
        Instant now = clock.instant();
        Group group = new Group(new GroupId(ids.next("grp")), wanted.name(), wanted.description(), now);
        stores.transactions().run(() -> {
            if (stores.profiles().lock(owner).isEmpty()) {
                throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
            }
            stores.groups().add(group);
            groupMembers.join(group.id(), new NewMember(owner, GroupRole.OWNER), now);
            journal.note(user, AuditAction.GROUP_CREATED, group.id());
        });
        return new GroupSummary(group, GroupRole.OWNER, 1);
    }

    @Override
    public GroupDetails group(Caller caller, GroupId id) {
        Caller.User user = caller.requireUser();
        groupMembers.requireSight(user, id);
        Group group = stores.groups().find(id).orElseThrow(GroupMembers::noSuchGroup);
        Optional<UserId> account = stores.groups().serviceAccount(id);
        Optional<Budget> budget = account.flatMap(stores.accounts()::find)
                .flatMap(known -> known.rights().budget());
        return new GroupDetails(
                group,
                groupMembers.strongest(user, id).map(Membership::role),
                stores.memberships().count(id).members(),
                account,
                budget,
                account.flatMap(known -> budget.flatMap(limit -> use(known, limit))),
                models(id));
    }

    /** A disabled model is unknown to members. */
    private List<String> models(GroupId id) {
        return stores.models().all().stream()
                .map(ManagedModel::definition)
                .filter(model -> model.enabled()
                        && model.groups().filter(groups -> groups.contains(id)).isPresent())
                .map(ModelDefinition::name)
                .toList();
    }

    private Optional<BudgetUse> use(UserId account, Budget budget) {
        Spender spender = new Spender.Account(account);
        return Optional.ofNullable(budgets.uses(Map.of(spender, budget)).get(spender));
    }

    @Override
    public void delete(Caller caller, GroupId id) {
        Caller.User user = caller.requireSession();
        stores.transactions().run(() -> {
            permissions.requireDeletion(groupMembers.locked(user, id).role());
            ServiceAccounts.erase(stores, id);
            stores.groups().remove(id);
            journal.note(user, AuditAction.GROUP_DELETED, id);
        });
    }

    @Override
    public Page<GroupMember> members(Caller caller, GroupId id, PageRequest page) {
        groupMembers.requireSight(caller.requireUser(), id);
        return stores.memberships().ofGroup(id, page);
    }

    /**
     * The profile is locked before the group, and read after the permission check: a plain member learns nothing about
     * it.
     */
    @Override
    public GroupMember add(Caller caller, GroupId id, NewMember wanted) {
        Caller.User user = caller.requireSession();
        return stores.transactions().inTransaction(() -> {
            Optional<Profile> found = stores.profiles().lock(wanted.profileId());
            permissions.requireReach(groupMembers.locked(user, id).role(), wanted.role());
            Profile profile = found.orElseThrow(GroupMembers::noSuchProfile);
            Membership member = groupMembers.join(id, wanted, clock.instant());
            journal.note(user, AuditAction.MEMBER_ADDED, member, profile);
            return new GroupMember(member, profile.displayName());
        });
    }

    /** The account is looked up after the permission check: a plain member learns nothing about it. */
    @Override
    public Optional<GroupMember> add(Caller caller, GroupId id, Email email, GroupRole role) {
        Caller.User user = caller.requireSession();
        Optional<ProfileId> known = stores.accounts().findByAnySpelling(email).map(Account::activeProfileId);
        if (known.isPresent()) {
            return Optional.of(add(caller, id, new NewMember(known.get(), role)));
        }
        stores.transactions().run(() -> {
            permissions.requireReach(groupMembers.locked(user, id).role(), role);
            invitations.inviteToGroup(user, email, new InvitedGroup(id, role));
        });
        return Optional.empty();
    }

    @Override
    public GroupMember changeRole(Caller caller, GroupId id, NewMember wanted) {
        Caller.User user = caller.requireSession();
        return stores.transactions().inTransaction(() -> {
            Membership actor = groupMembers.locked(user, id);
            Membership member = groupMembers.member(id, wanted.profileId());
            permissions.requireReach(actor.role(), member.role(), wanted.role());
            if (wanted.role() != GroupRole.OWNER) {
                groupMembers.requireAnotherOwner(member);
            }
            stores.memberships().setRole(id, wanted.profileId(), wanted.role());
            Profile profile = profile(wanted.profileId());
            Membership changed = member.withRole(wanted.role());
            journal.note(user, AuditAction.MEMBER_CHANGED, changed, profile);
            return new GroupMember(changed, profile.displayName());
        });
    }

    @Override
    public void remove(Caller caller, GroupId id, ProfileId profileId) {
        Caller.User user = caller.requireSession();
        stores.transactions().run(() -> {
            Membership actor = groupMembers.locked(user, id);
            Membership member = groupMembers.member(id, profileId);
            if (!member.equals(actor)) {
                permissions.requireReach(actor.role(), member.role());
            }
            groupMembers.requireAnotherOwner(member);
            stores.memberships().remove(id, profileId);
            journal.note(user, AuditAction.MEMBER_REMOVED, member, profile(profileId));
        });
    }

    private Profile profile(ProfileId id) {
        return stores.profiles().find(id).orElseThrow(GroupMembers::noSuchMember);
    }
}
