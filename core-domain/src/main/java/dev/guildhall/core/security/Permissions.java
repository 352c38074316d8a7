package dev.guildhall.core.security;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The only table of permissions (general-20). Immutable. */
public final class Permissions {
    /**
     * The roles whose memberships each role in a group may add, change and remove; {@code Groups} has the whole table
     * in words.
     */
    private static final Map<GroupRole, Set<GroupRole>> REACH = Map.of(
            GroupRole.OWNER, Set.of(GroupRole.OWNER, GroupRole.ADMIN, GroupRole.MEMBER),
            GroupRole.ADMIN, Set.of(GroupRole.ADMIN, GroupRole.MEMBER),
            GroupRole.MEMBER, Set.of());

    private final Set<Email> adminEmails;

    public Permissions(Set<Email> adminEmails) {
        this.adminEmails = adminEmails.stream()
                .flatMap(email -> Stream.of(email, email.canonical()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The roles of an account in the whole installation, {@code user} first. */
    public List<Role> rolesOf(Account account) {
        boolean admin = account.rights().roles().contains(Role.ADMIN) || isConfiguredAdmin(account);
        return admin ? List.of(Role.USER, Role.ADMIN) : List.of(Role.USER);
    }

    /** Whether the configuration gives the account the role {@code admin}, which no administrator can take from it. */
    public boolean isConfiguredAdmin(Account account) {
        return account.email().filter(adminEmails::contains).isPresent();
    }

    public Set<Email> configuredAdmins() {
        return adminEmails;
    }

    /** Whether the caller sees the resources of that user. */
    public boolean sees(Caller.User caller, UserId owner) {
        return caller.isAdmin() || caller.userId().equals(owner);
    }

    /**
     * The owner whose resources a list has for the caller; absent means all users.
     *
     * @param owner the owner that the caller names; refused when the caller does not see the resources of that user
     */
    public Optional<UserId> listed(Caller.User caller, Optional<UserId> owner) {
        if (owner.filter(named -> !sees(caller, named)).isPresent()) {
            requireAdmin(caller);
        }
        return caller.isAdmin() ? owner : Optional.of(caller.userId());
    }

    public void requireAdmin(Caller.User caller) {
        if (!caller.isAdmin()) {
            throw new Refusal(new CommonProblem.Forbidden("this needs the role admin"));
        }
    }

    public static void requireModel(Caller.User caller, String model) {
        if (!caller.mayAsk(model)) {
            throw new Refusal(new CommonProblem.Forbidden("model: the API key does not allow this model"));
        }
    }

    public static void requireTool(Caller.User caller, String tool) {
        if (caller.key().isPresent() && !caller.mayUse(tool)) {
            throw new Refusal(new CommonProblem.Forbidden("the API key does not allow the tool " + tool));
        }
    }

    /** Refuses a change of what all tools of an integration act with, when the caller's API key is not for all tools. */
    public static void requireAllTools(Caller.User caller) {
        if (caller.key().isPresent() && !caller.mayUseAllTools()) {
            throw new Refusal(new CommonProblem.Forbidden(
                    "the API key is for some tools only, and cannot connect or disconnect integrations"));
        }
    }

    /** Refuses a request that names another user, unless the caller is an admin. */
    public void requireSelf(Caller.User caller, UserId named) {
        if (!sees(caller, named)) {
            throw new Refusal(new CommonProblem.Forbidden("userId: is not the caller's"));
        }
    }

    /**
     * Refuses a change of memberships of stronger roles, present or new ones, by a member. A caller may always leave.
     */
    public void requireReach(GroupRole actor, GroupRole... touched) {
        for (GroupRole role : touched) {
            if (!REACH.getOrDefault(actor, Set.of()).contains(role)) {
                throw forbidden(actor, "make, change or remove a member with the role " + role.wireName());
            }
        }
    }

    /** Refuses the deletion of a group by a member who is no owner. */
    public void requireDeletion(GroupRole actor) {
        if (actor != GroupRole.OWNER) {
            throw forbidden(actor, "delete the group");
        }
    }

    /** Refuses API keys of a group to a member who is no owner. */
    public void requireKeys(GroupRole actor) {
        if (actor != GroupRole.OWNER) {
            throw forbidden(actor, "see or change the API keys of the group");
        }
    }

    private static Refusal forbidden(GroupRole actor, String action) {
        return new Refusal(new CommonProblem.Forbidden("the role " + actor.wireName() + " may not " + action));
    }
}
