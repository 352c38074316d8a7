package dev.guildhall.ports.group;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;

/**
 * Driving port: groups and who is in them (spec/1, contract 1). Somebody with several profiles sees the groups of all of
 * them, and acts through the profile of the token: where another one is the member, that is {@code Forbidden}.
 *
 * <table>
 *   <caption>Who may do what</caption>
 *   <tr><th></th><th>owner</th><th>admin</th><th>member</th><th>outsider</th></tr>
 *   <tr><td>list members</td><td>yes</td><td>yes</td><td>yes</td><td>no such group</td></tr>
 *   <tr><td>add a member or an admin</td><td>yes</td><td>yes</td><td>no</td><td>no such group</td></tr>
 *   <tr><td>add an owner</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 *   <tr><td>change or remove a member or an admin</td><td>yes</td><td>yes</td><td>no</td><td>no such group</td></tr>
 *   <tr><td>make, change or remove an owner</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 *   <tr><td>leave</td><td>yes</td><td>yes</td><td>yes</td><td>no such group</td></tr>
 *   <tr><td>delete the group</td><td>yes</td><td>no</td><td>no</td><td>no such group</td></tr>
 * </table>
 *
 * <p>The last owner neither leaves nor becomes anything else. An admin of the installation lists the members of every
 * group, and does nothing else as an outsider.
 *
 * <p>Every method blocks. Thread-safe. Refuses with {@code CommonProblem.Unauthenticated}; with {@code NotFound} for a
 * group that does not exist or that the caller is not in; with {@code Forbidden} where the table says no.
 */
public interface Groups {
    /**
     * The groups that any of the caller's profiles is in, newest first, each with the strongest role that one of them has
     * there.
     */
    Page<GroupSummary> list(Caller caller, PageRequest page);

    /**
     * Makes a group whose owner is the caller's profile.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code GroupProblem.TooManyGroups} when the profile is in 200
     */
    GroupSummary create(Caller caller, NewGroup group);

    /**
     * Forgets a group with its memberships.
     *
     * @param id which one
     */
    void delete(Caller caller, GroupId id);

    /** Who is in a group, whoever joined last first. */
    Page<GroupMember> members(Caller caller, GroupId id, PageRequest page);

    /**
     * Takes a profile into a group.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that does not exist, with
     *     {@code GroupProblem.AlreadyMember}, with {@code GroupProblem.GroupFull} when 1000 are in it, or with
     *     {@code GroupProblem.TooManyGroups} when the profile is in 200
     */
    GroupMember add(Caller caller, GroupId id, NewMember member);

    /**
     * Gives a member another role, or the one that it has.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that is not in the group, or
     *     with {@code GroupProblem.LastOwner}
     */
    GroupMember changeRole(Caller caller, GroupId id, NewMember member);

    /**
     * Takes a profile out of a group; one's own to leave.
     *
     * @throws dev.guildhall.ports.problem.Refusal also with {@code NotFound} for a profile that is not in the group, or
     *     with {@code GroupProblem.LastOwner}
     */
    void remove(Caller caller, GroupId id, ProfileId profileId);
}
