package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class GroupServiceTest {
    private static final Problem NO_SUCH_GROUP = new CommonProblem.NotFound("group");
    private static final Problem NO_SUCH_PROFILE = new CommonProblem.NotFound("profile");
    private static final Problem NO_SUCH_MEMBER = new CommonProblem.NotFound("member of the group");
    private static final Problem LAST_OWNER = new GroupProblem.LastOwner();
    private static final ProfileId UNKNOWN = new ProfileId("prf_unknown");

    private final Installation installation =
            new Installation(parts -> parts.limits(Limits.DEFAULT.withGroup(new GroupLimits(20, 3, 3))));
    private final GroupFixture fixture = new GroupFixture(installation);
    private final Caller.User founder = fixture.founder();

    private GroupSummary another(Caller caller) {
        installation.time().advance(Duration.ofMillis(1));
        return fixture.groups().create(caller, GroupFixture.ANALYSTS);
    }

    private Page<GroupSummary> listed(Caller caller) {
        return fixture.groups().list(caller, PageRequest.first());
    }

    private Problem refusedAddition(Caller caller, ProfileId whom) {
        return Refused.by(() -> fixture.groups().add(caller, fixture.id(), new NewMember(whom, GroupRole.MEMBER)));
    }

    @Test
    void the_creator_of_a_group_is_its_owner() {
        GroupSummary created = another(founder);

        assertThat(created.role()).isEqualTo(GroupRole.OWNER);
        assertThat(created.memberCount()).isEqualTo(1);
        assertThat(created.group().createdAt()).isEqualTo(installation.time().instant());
        assertThat(listed(founder).items().getFirst()).isEqualTo(created);
        assertThat(listed(founder).items()).hasSize(2);
    }

    @Test
    void a_new_member_lists_the_group_with_the_own_role_and_sees_all_members() {
        Caller.User admin = fixture.joined(GroupRole.ADMIN);

        List<GroupMember> members = fixture.members(admin);

        assertThat(listed(admin).items())
                .extracting(GroupSummary::role, GroupSummary::memberCount)
                .containsExactly(tuple(GroupRole.ADMIN, 2));
        assertThat(members)
                .extracting(member -> member.membership().profileId())
                .containsExactly(admin.profileId(), founder.profileId());
    }

    @Test
    void a_plain_member_cannot_find_out_whether_a_profile_exists() {
        Caller.User member = fixture.joined(GroupRole.MEMBER);

        assertThat(refusedAddition(member, UNKNOWN))
                .isEqualTo(refusedAddition(member, installation.someone().profileId()))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(refusedAddition(installation.someone(), UNKNOWN)).isEqualTo(NO_SUCH_GROUP);
        assertThat(refusedAddition(founder, UNKNOWN)).isEqualTo(NO_SUCH_PROFILE);
    }

    @Test
    void a_member_is_not_added_again() {
        Caller.User admin = fixture.joined(GroupRole.ADMIN);

        assertThat(refusedAddition(founder, admin.profileId())).isEqualTo(new GroupProblem.AlreadyMember());
        assertThat(fixture.roleOf(admin)).contains(GroupRole.ADMIN);
    }

    @Test
    void a_full_group_accepts_no_member_and_still_reports_existing_ones() {
        Caller.User second = fixture.joined(GroupRole.MEMBER);
        fixture.joined(GroupRole.MEMBER);

        assertThat(refusedAddition(founder, installation.someone().profileId()))
                .isEqualTo(new GroupProblem.GroupFull(3));
        assertThat(refusedAddition(founder, second.profileId())).isEqualTo(new GroupProblem.AlreadyMember());
        assertThat(fixture.members(founder)).hasSize(3);
    }

    @Test
    void a_profile_in_the_most_groups_neither_creates_nor_joins_another_one() {
        Caller.User busy = installation.someone();
        List.of(1, 2, 3).forEach(group -> another(busy));

        assertThat(Refused.by(() -> another(busy))).isEqualTo(new GroupProblem.TooManyGroups(3));
        assertThat(refusedAddition(founder, busy.profileId())).isEqualTo(new GroupProblem.TooManyGroups(3));
        assertThat(listed(busy).items()).hasSize(3);
        assertThat(fixture.roleOf(busy)).isEmpty();
    }

    @Test
    void the_last_owner_neither_leaves_nor_becomes_anything_else() {
        fixture.joined(GroupRole.ADMIN);

        assertThat(Refused.by(() -> fixture.remove(founder, founder))).isEqualTo(LAST_OWNER);
        assertThat(Refused.by(() -> fixture.change(founder, founder, GroupRole.ADMIN)))
                .isEqualTo(LAST_OWNER);
        assertThat(fixture.change(founder, founder, GroupRole.OWNER)
                        .membership()
                        .role())
                .isEqualTo(GroupRole.OWNER);
        assertThat(fixture.roleOf(founder)).contains(GroupRole.OWNER);
    }

    @Test
    void a_group_changes_hands() {
        Caller.User successor = fixture.joined(GroupRole.MEMBER);

        fixture.change(founder, successor, GroupRole.OWNER);
        fixture.remove(founder, founder);

        assertThat(fixture.roleOf(successor)).contains(GroupRole.OWNER);
        assertThat(Refused.by(() -> fixture.members(founder))).isEqualTo(NO_SUCH_GROUP);
        assertThat(listed(founder).items()).isEmpty();
    }

    @RepeatedTest(5)
    void of_owners_who_remove_each_other_or_lose_their_role_at_once_one_stays() throws Exception {
        Caller.User second = fixture.joined(GroupRole.OWNER);
        Caller.User third = fixture.joined(GroupRole.OWNER);
        List<Callable<Boolean>> deeds = new ArrayList<>();
        deeds.add(Refused.orAccepted(() -> fixture.remove(founder, second)));
        deeds.add(Refused.orAccepted(() -> fixture.remove(second, third)));
        deeds.add(Refused.orAccepted(() -> fixture.change(third, founder, GroupRole.MEMBER)));
        List.of(founder, second, third)
                .forEach(owner -> deeds.add(Refused.orAccepted(() -> fixture.remove(owner, owner))));

        AtOnce.run(deeds);

        assertThat(installation.stores().memberships().count(fixture.id()).owners())
                .isPositive();
    }

    @Test
    void a_profile_outside_of_the_group_is_neither_changed_nor_removed() {
        Caller.User outsider = installation.someone();

        assertThat(Refused.by(() -> fixture.change(founder, outsider, GroupRole.ADMIN)))
                .isEqualTo(NO_SUCH_MEMBER);
        assertThat(Refused.by(() -> fixture.remove(founder, outsider))).isEqualTo(NO_SUCH_MEMBER);
        assertThat(Refused.by(() -> fixture.groups().remove(founder, fixture.id(), UNKNOWN)))
                .isEqualTo(NO_SUCH_MEMBER);
    }

    @Test
    void a_deleted_group_and_an_unknown_group_give_the_same_problem() {
        Caller.User member = fixture.joined(GroupRole.MEMBER);
        fixture.groups().delete(founder, fixture.id());

        assertThat(Refused.by(() -> fixture.members(founder))).isEqualTo(NO_SUCH_GROUP);
        assertThat(Refused.by(() -> fixture.groups().delete(founder, fixture.id())))
                .isEqualTo(NO_SUCH_GROUP);
        assertThat(Refused.by(() -> fixture.groups().delete(founder, new GroupId("grp_unknown"))))
                .isEqualTo(NO_SUCH_GROUP);
        assertThat(listed(member).items()).isEmpty();
    }

    @Test
    void a_caller_sees_the_groups_of_all_own_profiles_and_acts_through_the_one_of_the_token() {
        NewProfile work = new NewProfile(new DisplayName("At work"), Optional.empty());
        ProfileId other =
                installation.core().profiles().add(founder, work).profile().id();
        ProfileActivation activation = installation.core().profiles().activate(founder, other);
        Caller.User asOther = installation.accounts().authenticate(Caller.anonymous(), activation.accessToken());

        assertThat(listed(asOther)).isEqualTo(listed(founder));
        assertThat(fixture.members(asOther)).isEqualTo(fixture.members(founder));
        assertThat(Refused.by(() -> fixture.groups().delete(asOther, fixture.id())))
                .isEqualTo(new CommonProblem.Forbidden("another profile of yours is in the group: activate that one"));
        assertThat(listed(founder).items()).hasSize(1);
    }

    @Test
    void an_anonymous_caller_lists_no_groups() {
        Caller stranger = Caller.anonymous();

        assertThat(List.of(
                        Refused.by(() -> listed(stranger)),
                        Refused.by(() -> another(stranger)),
                        Refused.by(() -> fixture.members(stranger)),
                        Refused.by(() -> fixture.groups().delete(stranger, fixture.id())),
                        Refused.by(() -> fixture.change(stranger, founder, GroupRole.MEMBER)),
                        Refused.by(() -> fixture.remove(stranger, founder)),
                        refusedAddition(stranger, founder.profileId())))
                .allMatch(CommonProblem.Unauthenticated.class::isInstance);
    }
}
