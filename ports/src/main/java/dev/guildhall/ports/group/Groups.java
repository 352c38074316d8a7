package dev.guildhall.ports.group;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.Email;
import java.util.Optional;

/**
 * Driving port: groups and their members (accounts-31 to accounts-35). A user with several profiles sees the groups of
 * all of them, and acts as the profile of the token: when only another of these profiles is a member, the call is
 * {@code Forbidden}.
 *
 * <table>
 * <caption>Who may do what</caption>
 * <tr><th></th><th>owner</th><th>admin</th><th>member</th><th>outsider</th></tr>
 * <tr><td>see the group, list members</td><td>yes</td><td>yes</td><td>yes</td><td>no such group</td></tr>
 * <tr><td>add a member or an admin</td><td>yes</td><td>yes</td><td>no</td><td>no such group</td></tr>
 * <tr><td>add an owner</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 * <tr><td>change or remove a member or an admin</td><td>yes</td><td>yes</td><td>no</td><td>no such group</td></tr>
 * <tr><td>make, change or remove an owner</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 * <tr><td>leave</td><td>yes</td><td>yes</td><td>yes</td><td>no such group</td></tr>
 * <tr><td>delete the group</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 * </table>
 *
 * <p>The last owner can neither leave nor get another role. An admin of the installation may see every
 * group and list its members, and has no other rights in a group without being a member.
 *
 * <p>Every method blocks. Refuses with {@code CommonProblem.Unauthenticated}; with {@code NotFound} for a
 * group that does not exist or that the caller is not in; with {@code Forbidden} when the table says no.
 */
public interface Groups {
    /**
     * The groups that any of the caller's profiles is in, newest first, each with the strongest role that one of them
     * has in it.
     */
    Page<GroupSummary> list(Caller caller, PageRequest page);

    /**
     * Creates a group whose owner is the caller's profile.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code GroupProblem.TooManyGroups} when the profile is in
     *     200 groups
     */
    GroupSummary create(Caller caller, NewGroup group);

    /** One group with its budget (accounts-49). */
    GroupDetails group(Caller caller, GroupId id);

    /**
     * Deletes a group with its memberships.
     *
     * @param id the group
     */
    void delete(Caller caller, GroupId id);

    /** The members of a group; the latest member is first. */
    Page<GroupMember> members(Caller caller, GroupId id, PageRequest page);

    /**
     * Adds a profile to a group.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that does not exist, with
     *     {@code GroupProblem.AlreadyMember}, with {@code GroupProblem.GroupFull} when the group has 1000 members, or
     *     with {@code GroupProblem.TooManyGroups} when the profile is in 200 groups
     */
    GroupMember add(Caller caller, GroupId id, NewMember member);

    /**
     * Adds the active profile of the account with that address; invites the address when it has no account (accounts-37).
     *
     * @return empty when the address was invited
     * @throws dev.guildhall.ports.problem.Refusal also as {@link #add(Caller, GroupId, NewMember)}; with {@code Forbidden}
     *     for an address without an account while registration is closed, or by invitation and the caller is no admin of the
     *     installation; with {@code CommonProblem.Conflict} when no mail is configured; with
     *     {@code CommonProblem.RateLimited} for the 21st invitation of a day
     */
    Optional<GroupMember> add(Caller caller, GroupId id, Email email, GroupRole role);

    /**
     * Sets the role of a member; the role that it has already changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that is not in the group, or
     *     with {@code GroupProblem.LastOwner}
     */
    GroupMember changeRole(Caller caller, GroupId id, NewMember member);

    /**
     * Removes a profile from a group; a caller who removes the caller's own profile leaves the group.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that is not in the group, or
     *     with {@code GroupProblem.LastOwner}
     */
    void remove(Caller caller, GroupId id, ProfileId profileId);
}
