package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;

/** What the locks of accounts, profiles and groups guarantee for concurrent transactions. */
public interface GroupRacesContract {
    Stores stores();

    private MembershipStore members() {
        return stores().memberships();
    }

    private List<ProfileId> owners(GroupId group, int howMany) {
        List<ProfileId> owners = IntStream.range(0, howMany)
                .mapToObj(i -> Given.someProfile(stores()))
                .toList();
        owners.forEach(owner -> members()
                .add(Sample.membership(group, owner).role(GroupRole.OWNER).build()));
        return owners;
    }

    /** One owner leaves, unless it is the last owner. */
    private Callable<Boolean> out(GroupId group, ProfileId owner, BiConsumer<GroupId, ProfileId> way) {
        return () -> stores().transactions().inTransaction(() -> {
            boolean free = stores().groups().lock(group).isPresent()
                    && members().count(group).owners() > 1;
            if (free) {
                way.accept(group, owner);
            }
            return free;
        });
    }

    @RepeatedTest(5)
    default void of_owners_who_lose_their_role_or_leave_at_once_one_stays() throws Exception {
        GroupId group = Given.someGroup(stores());
        List<ProfileId> owners = owners(group, 8);
        List<Callable<Boolean>> ways = new ArrayList<>();
        for (ProfileId owner : owners) {
            ways.add(
                    ways.size() % 2 == 0
                            ? out(group, owner, (in, who) -> members().setRole(in, who, GroupRole.MEMBER))
                            : out(group, owner, members()::remove));
        }

        assertThat(AtOnce.run(ways)).containsOnlyOnce(false);
        assertThat(members().count(group).owners()).isEqualTo(1);
    }

    @RepeatedTest(5)
    default void a_caller_that_waits_for_the_lock_of_a_deleted_group_finds_none() throws Exception {
        GroupId group = Given.someGroup(stores());
        owners(group, 1);
        Callable<Boolean> deletion = () -> stores().transactions().inTransaction(() -> {
            boolean there = stores().groups().lock(group).isPresent();
            stores().groups().remove(group);
            return there;
        });

        assertThat(AtOnce.run(Collections.nCopies(4, deletion))).containsOnlyOnce(true);
        assertThat(members().count(group)).isEqualTo(new MemberCounts(0, 0));
    }

    @RepeatedTest(3)
    default void of_many_additions_of_one_profile_at_once_exactly_one_is_added() throws Exception {
        GroupId group = Given.someGroup(stores());
        ProfileId profile = Given.someProfile(stores());
        Callable<Boolean> addition =
                () -> members().add(Sample.membership(group, profile).build());

        assertThat(AtOnce.run(Collections.nCopies(8, addition))).containsOnlyOnce(true);
    }

    @RepeatedTest(3)
    default void a_bound_that_is_counted_under_the_accounts_lock_holds() throws Exception {
        UserId user = Given.someUser(stores());
        Callable<Boolean> addition = () -> stores().transactions().inTransaction(() -> {
            boolean place = stores().accounts().lock(user).isPresent()
                    && stores().profiles().ofUser(user).size() < 3;
            if (place) {
                stores().profiles().add(Sample.profile(user).build());
            }
            return place;
        });

        assertThat(AtOnce.run(Collections.nCopies(8, addition)))
                .filteredOn(done -> done)
                .hasSize(3);
    }

    @RepeatedTest(3)
    default void a_bound_that_is_counted_under_the_profiles_lock_holds_over_many_groups() throws Exception {
        ProfileId profile = Given.someProfile(stores());
        Callable<Boolean> joining = () -> {
            GroupId group = Given.someGroup(stores());
            return stores().transactions().inTransaction(() -> {
                boolean place = stores().profiles().lock(profile).isPresent()
                        && stores().groups().lock(group).isPresent()
                        && members().groupsOf(profile).size() < 3;
                return place && members().add(Sample.membership(group, profile).build());
            });
        };

        assertThat(AtOnce.run(Collections.nCopies(8, joining)))
                .filteredOn(done -> done)
                .hasSize(3);
        assertThat(members().groupsOf(profile)).hasSize(3);
    }

    @RepeatedTest(3)
    default void changes_under_the_profiles_lock_lose_nothing() throws Exception {
        ProfileId id = Given.someProfile(stores());
        Callable<Boolean> lengthening = () -> stores().transactions().inTransaction(() -> {
            Profile profile = stores().profiles().lock(id).orElseThrow();
            DisplayName longer = new DisplayName(profile.displayName().value() + "!");
            ProfileChange change = new ProfileChange(Optional.of(longer), new Change.Kept<>());
            stores().profiles().change(change.applyTo(profile));
            return true;
        });

        AtOnce.run(Collections.nCopies(8, lengthening));

        assertThat(stores().profiles().find(id).orElseThrow().displayName().value())
                .endsWith("!".repeat(8));
    }
}
