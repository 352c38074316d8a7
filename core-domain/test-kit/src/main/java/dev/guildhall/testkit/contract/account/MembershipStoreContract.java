package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link MembershipStore} does. */
public interface MembershipStoreContract {
    Stores stores();

    private MembershipStore members() {
        return stores().memberships();
    }

    private Membership joined(GroupId group, GroupRole role, int secondsLater) {
        Membership membership = Sample.membership(group, Given.someProfile(stores()))
                .role(role)
                .joinedAt(Sample.NOW.plusSeconds(secondsLater))
                .build();
        members().add(membership);
        return membership;
    }

    @Test
    default void a_group_has_any_of_several_profiles_when_one_of_them_is_a_member() {
        GroupId group = Given.someGroup(stores());
        ProfileId inside = joined(group, GroupRole.MEMBER, 0).profileId();
        ProfileId outside =
                joined(Given.someGroup(stores()), GroupRole.OWNER, 0).profileId();

        assertThat(members().hasAny(group, List.of(outside, inside))).isTrue();
        assertThat(members().hasAny(group, List.of(outside))).isFalse();
        assertThat(members().hasAny(group, List.of())).isFalse();
    }

    @Test
    default void a_stored_membership_is_read_unchanged() {
        GroupId group = Given.someGroup(stores());

        Membership admin = joined(group, GroupRole.ADMIN, 0);

        assertThat(members().find(group, admin.profileId())).contains(admin);
    }

    @Test
    default void a_profile_outside_of_a_group_is_not_found_in_it() {
        GroupId group = Given.someGroup(stores());
        Membership elsewhere = joined(Given.someGroup(stores()), GroupRole.OWNER, 0);

        assertThat(members().find(group, elsewhere.profileId())).isEmpty();
        assertThat(members().find(group, new ProfileId(Sample.id("prf")))).isEmpty();
        assertThat(members().find(new GroupId(Sample.id("grp")), elsewhere.profileId()))
                .isEmpty();
    }

    @Test
    default void a_second_membership_of_one_profile_in_one_group_is_not_added() {
        GroupId group = Given.someGroup(stores());
        Membership first = joined(group, GroupRole.OWNER, 0);
        Membership second = Sample.membership(group, first.profileId()).build();

        assertThat(members().add(second)).isFalse();
        assertThat(members().find(group, first.profileId())).contains(first);
        assertThat(members().count(group)).isEqualTo(new MemberCounts(1, 1));
    }

    @Test
    default void a_new_role_replaces_the_old_one_and_nothing_else() {
        GroupId group = Given.someGroup(stores());
        Membership changed = joined(group, GroupRole.MEMBER, 0);
        Membership other = joined(group, GroupRole.MEMBER, 0);

        members().setRole(group, changed.profileId(), GroupRole.OWNER);
        members().setRole(Given.someGroup(stores()), other.profileId(), GroupRole.OWNER);

        assertThat(members().find(group, changed.profileId())).contains(changed.withRole(GroupRole.OWNER));
        assertThat(members().find(group, other.profileId())).contains(other);
    }

    @Test
    default void a_removed_member_leaves_only_this_group_and_may_join_again() {
        GroupId group = Given.someGroup(stores());
        Membership leaving = joined(group, GroupRole.ADMIN, 0);
        Membership elsewhere = Sample.membership(Given.someGroup(stores()), leaving.profileId())
                .build();
        members().add(elsewhere);

        members().remove(group, leaving.profileId());
        members().remove(group, leaving.profileId());

        assertThat(members().find(group, leaving.profileId())).isEmpty();
        assertThat(members().groupsOf(leaving.profileId())).containsExactly(elsewhere.groupId());
        assertThat(members().add(Sample.membership(group, leaving.profileId()).build()))
                .isTrue();
    }

    @Test
    default void members_are_listed_latest_first_with_their_current_names() {
        GroupId group = Given.someGroup(stores());
        Membership first = joined(group, GroupRole.OWNER, 0);
        Membership last = joined(group, GroupRole.MEMBER, 1);
        joined(Given.someGroup(stores()), GroupRole.MEMBER, 2);
        DisplayName name = new DisplayName("Ada Łovelace");

        Page<GroupMember> page = members().ofGroup(group, PageRequest.first());

        assertThat(page.items()).containsExactly(new GroupMember(last, name), new GroupMember(first, name));
        assertThat(page.next()).isEmpty();
    }

    @Test
    default void pages_of_members_follow_each_other_although_the_member_at_the_cursor_leaves() {
        GroupId group = Given.someGroup(stores());
        List<Membership> joined = List.of(
                joined(group, GroupRole.OWNER, 0),
                joined(group, GroupRole.ADMIN, 1),
                joined(group, GroupRole.MEMBER, 2));

        Page<GroupMember> first = members().ofGroup(group, new PageRequest(new Limit(2), Optional.empty()));
        members().remove(group, joined.get(1).profileId());
        Page<GroupMember> second = members().ofGroup(group, new PageRequest(new Limit(2), first.next()));

        assertThat(first.items()).extracting(GroupMember::membership).containsExactly(joined.get(2), joined.get(1));
        assertThat(second.items()).extracting(GroupMember::membership).containsExactly(joined.get(0));
        assertThat(second.next()).isEmpty();
    }

    @Test
    default void counting_tells_owners_from_the_others() {
        GroupId group = Given.someGroup(stores());
        MemberCounts before = members().count(group);

        joined(group, GroupRole.OWNER, 0);
        joined(group, GroupRole.OWNER, 0);
        joined(group, GroupRole.ADMIN, 0);
        joined(group, GroupRole.MEMBER, 0);

        assertThat(before).isEqualTo(new MemberCounts(0, 0));
        assertThat(members().count(group)).isEqualTo(new MemberCounts(4, 2));
    }

    @Test
    default void the_groups_of_a_profile_are_ordered_by_identifier() {
        ProfileId profile = Given.someProfile(stores());
        GroupId first = Given.someGroup(stores());
        GroupId second = Given.someGroup(stores());

        members().add(Sample.membership(second, profile).build());
        members().add(Sample.membership(first, profile).build());

        assertThat(members().groupsOf(profile)).containsExactly(first, second);
        assertThat(members().groupsOf(Given.someProfile(stores()))).isEmpty();
    }

    @Test
    default void the_admin_with_the_oldest_membership_is_the_successor_before_any_member() {
        GroupId group = Given.someGroup(stores());
        joined(group, GroupRole.OWNER, 0);
        joined(group, GroupRole.MEMBER, 1);
        joined(group, GroupRole.ADMIN, 3);
        Membership successor = joined(group, GroupRole.ADMIN, 2);

        assertThat(members().successor(group)).contains(successor);
    }

    @Test
    default void without_admins_the_member_with_the_oldest_membership_is_the_successor() {
        GroupId group = Given.someGroup(stores());
        joined(group, GroupRole.OWNER, 0);
        Optional<Membership> none = members().successor(group);
        joined(group, GroupRole.MEMBER, 2);
        Membership successor = joined(group, GroupRole.MEMBER, 1);

        assertThat(none).isEmpty();
        assertThat(members().successor(group)).contains(successor);
    }

    @Test
    default void a_membership_is_deleted_with_its_account_and_the_others_stay() {
        GroupId group = Given.someGroup(stores());
        Membership removed = joined(group, GroupRole.MEMBER, 0);
        Membership stays = joined(group, GroupRole.OWNER, 0);
        UserId user =
                stores().profiles().find(removed.profileId()).orElseThrow().userId();

        stores().erase(user);

        assertThat(members().find(group, removed.profileId())).isEmpty();
        assertThat(members().find(group, stays.profileId())).contains(stays);
        assertThat(members().count(group)).isEqualTo(new MemberCounts(1, 1));
    }
}
