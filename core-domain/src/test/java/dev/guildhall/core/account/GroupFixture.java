package dev.guildhall.core.account;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.group.NewMember;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One group with its founder, in an installation whose time advances with every new member. */
final class GroupFixture {
    static final NewGroup ANALYSTS = new NewGroup(new GroupName("Analysts"), Optional.empty());

    private final Installation installation;
    private final Caller.User founder;
    private final GroupId id;

    GroupFixture(Installation installation) {
        this.installation = installation;
        founder = installation.someone();
        id = groups().create(founder, ANALYSTS).group().id();
    }

    Groups groups() {
        return installation.core().groups();
    }

    GroupId id() {
        return id;
    }

    Caller.User founder() {
        return founder;
    }

    /** A new user who is in the group with that role. */
    Caller.User joined(GroupRole role) {
        installation.time().advance(Duration.ofMillis(1));
        Caller.User user = installation.someone();
        groups().add(founder, id, as(user, role));
        return user;
    }

    static NewMember as(Caller.User user, GroupRole role) {
        return new NewMember(user.profileId(), role);
    }

    GroupMember change(Caller caller, Caller.User whom, GroupRole to) {
        return groups().changeRole(caller, id, as(whom, to));
    }

    void remove(Caller caller, Caller.User whom) {
        groups().remove(caller, id, whom.profileId());
    }

    List<GroupMember> members(Caller caller) {
        return groups().members(caller, id, PageRequest.first()).items();
    }

    /** The role of a user in the group; empty when the user is no member. */
    Optional<GroupRole> roleOf(Caller.User user) {
        return installation.stores().memberships().find(id, user.profileId()).map(membership -> membership.role());
    }
}
