package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link GroupStore} does. */
public interface GroupStoreContract {
    Stores stores();

    private GroupStore groups() {
        return stores().groups();
    }

    private Group joined(ProfileId profile, GroupRole role) {
        Group group = Sample.group().build();
        groups().add(group);
        stores().memberships()
                .add(Sample.membership(group.id(), profile).role(role).build());
        return group;
    }

    @Test
    default void a_stored_group_is_read_unchanged() {
        Group described =
                Sample.group().description("who reads\n\tthe numbers, 分析").build();
        Group plain = Sample.group().build();

        List.of(described, plain).forEach(groups()::add);

        assertThat(groups().find(described.id())).contains(described);
        assertThat(groups().find(plain.id())).contains(plain);
        assertThat(stores().transactions().inTransaction(() -> groups().lock(described.id())))
                .contains(described);
    }

    @Test
    default void an_unknown_group_is_neither_found_nor_locked_nor_removed() {
        GroupId unknown = new GroupId(Sample.id("grp"));

        groups().remove(unknown);

        assertThat(groups().find(unknown)).isEmpty();
        assertThat(stores().transactions().inTransaction(() -> groups().lock(unknown)))
                .isEmpty();
    }

    @Test
    default void a_removed_group_deletes_only_its_own_memberships() {
        ProfileId profile = Given.someProfile(stores());
        Group removed = joined(profile, GroupRole.OWNER);
        Group left = joined(profile, GroupRole.MEMBER);

        groups().remove(removed.id());

        assertThat(groups().find(removed.id())).isEmpty();
        assertThat(stores().memberships().find(removed.id(), profile)).isEmpty();
        assertThat(stores().memberships().groupsOf(profile)).containsExactly(left.id());
    }

    @Test
    default void a_group_and_its_service_account_are_found_by_each_other() {
        Group group = Sample.group().build();
        Group other = Sample.group().build();
        List.of(group, other).forEach(groups()::add);
        UserId account = Given.someUser(stores());

        groups().setServiceAccount(group.id(), account);

        assertThat(groups().serviceAccount(group.id())).contains(account);
        assertThat(groups().serviceAccount(other.id())).isEmpty();
        assertThat(groups().ofServiceAccount(account)).contains(group.id());
        assertThat(groups().ofServiceAccount(Given.someUser(stores()))).isEmpty();
        assertThat(groups().find(group.id())).contains(group);
    }

    @Test
    default void an_erased_service_account_and_a_removed_group_forget_each_other() {
        Group erased = Sample.group().build();
        Group removed = Sample.group().build();
        List.of(erased, removed).forEach(groups()::add);
        UserId first = Given.someUser(stores());
        UserId second = Given.someUser(stores());
        groups().setServiceAccount(erased.id(), first);
        groups().setServiceAccount(removed.id(), second);

        stores().erase(first);
        groups().remove(removed.id());

        assertThat(groups().find(erased.id())).contains(erased);
        assertThat(groups().serviceAccount(erased.id())).isEmpty();
        assertThat(groups().ofServiceAccount(second)).isEmpty();
    }

    @Test
    default void a_profiles_groups_are_listed_newest_first_with_role_and_member_count() {
        ProfileId profile = Given.someProfile(stores());
        Group older = joined(profile, GroupRole.OWNER);
        Group newer = joined(profile, GroupRole.ADMIN);
        joined(Given.someProfile(stores()), GroupRole.OWNER);
        stores().memberships()
                .add(Sample.membership(newer.id(), Given.someProfile(stores())).build());

        Page<GroupSummary> page = groups().ofProfiles(List.of(profile), PageRequest.first());

        assertThat(page.items())
                .containsExactly(
                        new GroupSummary(newer, GroupRole.ADMIN, 2), new GroupSummary(older, GroupRole.OWNER, 1));
        assertThat(page.next()).isEmpty();
    }

    @Test
    default void a_group_of_several_profiles_is_listed_once_with_the_strongest_role() {
        ProfileId one = Given.someProfile(stores());
        ProfileId other = Given.someProfile(stores());
        Group shared = joined(one, GroupRole.MEMBER);
        stores().memberships()
                .add(Sample.membership(shared.id(), other).role(GroupRole.ADMIN).build());
        Group others = joined(other, GroupRole.MEMBER);

        Page<GroupSummary> page = groups().ofProfiles(List.of(one, other), PageRequest.first());
        Page<GroupSummary> none = groups().ofProfiles(List.of(), PageRequest.first());

        assertThat(page.items())
                .containsExactly(
                        new GroupSummary(others, GroupRole.MEMBER, 1), new GroupSummary(shared, GroupRole.ADMIN, 2));
        assertThat(none.items()).isEmpty();
    }

    @Test
    default void pages_of_groups_continue_although_the_group_at_the_cursor_is_removed() {
        ProfileId profile = Given.someProfile(stores());
        Group oldest = joined(profile, GroupRole.OWNER);
        Group middle = joined(profile, GroupRole.OWNER);
        Group newest = joined(profile, GroupRole.OWNER);

        Page<GroupSummary> first =
                groups().ofProfiles(List.of(profile), new PageRequest(new Limit(2), Optional.empty()));
        groups().remove(middle.id());
        Page<GroupSummary> second = groups().ofProfiles(List.of(profile), new PageRequest(new Limit(2), first.next()));

        assertThat(first.items()).extracting(GroupSummary::group).containsExactly(newest, middle);
        assertThat(second.items()).extracting(GroupSummary::group).containsExactly(oldest);
        assertThat(second.next()).isEmpty();
    }
}
