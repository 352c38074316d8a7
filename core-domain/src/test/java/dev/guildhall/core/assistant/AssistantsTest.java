package dev.guildhall.core.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantChange;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Who makes, sees, changes and removes assistants (assistants-1 to assistants-3). */
class AssistantsTest {
    private static final CommonProblem NONE = new CommonProblem.NotFound("assistant");

    private final Installation installation = new Installation();
    private final Caller.User ada = installation.someone();
    private final Caller.User bob = installation.someone();
    private final Caller.User admin = installation.someone().withRoles(Set.of(Role.USER, Role.ADMIN));

    private Core core() {
        return installation.core();
    }

    private Assistants assistants() {
        return core().assistants();
    }

    private Assistant made(Audience visibility) {
        return assistants().create(ada, AssistantStoreContract.definition("Helper", visibility));
    }

    /** A group that both are in. */
    private GroupId group() {
        GroupId group = core().groups()
                .create(ada, new NewGroup(GroupName.parse("Ours"), Optional.empty()))
                .group()
                .id();
        installation
                .stores()
                .memberships()
                .add(Sample.membership(group, bob.profileId())
                        .role(GroupRole.MEMBER)
                        .build());
        return group;
    }

    private static AssistantChange change(Optional<String> instructions, Optional<Audience> visibility) {
        return new AssistantChange(
                Optional.empty(),
                Optional.empty(),
                instructions,
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                visibility,
                Optional.empty());
    }

    private static AssistantChange instructions(String text) {
        return change(Optional.of(text), Optional.empty());
    }

    @Test
    void a_change_is_a_new_version_and_the_former_one_stays() {
        Assistant first = made(Audience.PRIVATE);

        Assistant second = assistants().change(ada, first.id(), instructions("Be kind."));

        assertThat(second.version()).isEqualTo(2);
        assertThat(assistants().find(ada, first.id(), Optional.empty())).isEqualTo(second);
        assertThat(assistants().find(ada, first.id(), Optional.of(1))).isEqualTo(first);
        assertThat(Refused.by(() -> assistants().find(ada, first.id(), Optional.of(3))))
                .isEqualTo(NONE);
    }

    @Test
    void another_users_assistant_does_not_exist() {
        Assistant mine = made(Audience.PRIVATE);

        assertThat(Refused.by(() -> assistants().find(bob, mine.id(), Optional.empty())))
                .isEqualTo(NONE);
        assertThat(Refused.by(() -> assistants().change(bob, mine.id(), instructions("x"))))
                .isEqualTo(NONE);
        assertThat(Refused.by(() -> assistants().delete(bob, mine.id()))).isEqualTo(NONE);
        assertThat(assistants().list(bob, PageRequest.first()).items()).isEmpty();
        assertThat(assistants().find(admin, mine.id(), Optional.empty())).isEqualTo(mine);
    }

    @Test
    void members_of_a_group_read_and_the_owner_alone_changes() {
        Assistant shared = made(Audience.of(group()));

        assertThat(assistants().find(bob, shared.id(), Optional.empty())).isEqualTo(shared);
        assertThat(Refused.by(() -> assistants().change(bob, shared.id(), instructions("x"))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> assistants().delete(bob, shared.id()))).isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void a_former_member_finds_it_no_more() {
        GroupId group = group();
        Assistant shared = made(Audience.of(group));

        installation.stores().memberships().remove(group, bob.profileId());

        assertThat(Refused.by(() -> assistants().find(bob, shared.id(), Optional.empty())))
                .isEqualTo(NONE);
    }

    @Test
    void a_group_of_others_does_not_exist() {
        GroupId others = core().groups()
                .create(bob, new NewGroup(GroupName.parse("Theirs"), Optional.empty()))
                .group()
                .id();
        Assistant mine = made(Audience.PRIVATE);

        assertThat(Refused.by(() -> made(Audience.of(others)))).isEqualTo(new CommonProblem.NotFound("group"));
        assertThat(Refused.by(() -> assistants()
                        .change(ada, mine.id(), change(Optional.empty(), Optional.of(Audience.of(others))))))
                .isEqualTo(new CommonProblem.NotFound("group"));
    }

    @Test
    void admins_alone_share_with_everyone() {
        Assistant mine = made(Audience.PRIVATE);
        AssistantChange open = change(Optional.empty(), Optional.of(Audience.EVERYONE));

        assertThat(Refused.by(() -> made(Audience.EVERYONE))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> assistants().change(ada, mine.id(), open)))
                .isInstanceOf(CommonProblem.Forbidden.class);

        assertThat(Refused.by(() -> assistants().change(admin, mine.id(), open)))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> assistants().delete(admin, mine.id()))).isInstanceOf(CommonProblem.Forbidden.class);

        Caller.User promoted = ada.withRoles(admin.roles());
        assistants().change(promoted, mine.id(), open);

        assertThat(assistants().list(bob, PageRequest.first()).items()).hasSize(1);
        assertThat(Refused.by(() -> assistants().change(ada, mine.id(), instructions("for all"))))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void two_changes_at_once_are_two_versions() throws Exception {
        Assistant first = made(Audience.PRIVATE);
        Callable<Integer> change =
                () -> assistants().change(ada, first.id(), instructions("x")).version();

        assertThat(AtOnce.run(Collections.nCopies(2, change))).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void a_change_of_an_old_version_is_refused() {
        Assistant first = made(Audience.PRIVATE);
        assistants().change(ada, first.id(), instructions("x"));
        AssistantChange late = Sample.with(instructions("y"), "version", Optional.of(1));

        assertThat(Refused.by(() -> assistants().change(ada, first.id(), late)))
                .isInstanceOf(CommonProblem.Conflict.class);
    }

    @Test
    void a_user_has_a_bounded_number() {
        for (int i = 0; i < Assistants.MOST; i++) {
            installation
                    .stores()
                    .assistants()
                    .add(new Assistant(
                            new AssistantId(Sample.id("ast")),
                            1,
                            ada.userId(),
                            Optional.empty(),
                            AssistantStoreContract.definition("n", Audience.PRIVATE),
                            Sample.NOW,
                            Sample.NOW));
        }

        assertThat(Refused.by(() -> made(Audience.PRIVATE)))
                .isEqualTo(new AgentProblem.TooManyAssistants(Assistants.MOST));
    }

    @Test
    void the_trail_has_what_was_done() {
        Assistant first = made(Audience.PRIVATE);
        assistants().change(ada, first.id(), instructions("x"));
        assistants().delete(ada, first.id());

        List<AuditEntry> entries =
                core().audit().entries(ada, PageRequest.first()).items();
        assertThat(entries)
                .extracting(AuditEntry::action)
                .startsWith(
                        AuditAction.ASSISTANT_DELETED, AuditAction.ASSISTANT_CHANGED, AuditAction.ASSISTANT_CREATED);
        assertThat(entries.get(1).details())
                .containsEntry(AuditDetail.ASSISTANT_ID, first.id().value())
                .containsEntry(AuditDetail.BEFORE, "version 1, private")
                .containsEntry(AuditDetail.AFTER, "version 2, private");
    }

    @Test
    void values_out_of_range_name_their_field() {
        assertThat(field(() -> definition("x".repeat(101), "", OptionalDouble.empty(), List.of())))
                .isEqualTo("name");
        assertThat(field(() -> definition("n", "x".repeat(32_001), OptionalDouble.empty(), List.of())))
                .isEqualTo("instructions");
        assertThat(definition("n", "x".repeat(32_000), OptionalDouble.empty(), List.of()))
                .isNotNull();
        assertThat(field(() -> definition("n", "", OptionalDouble.of(2.1), List.of())))
                .isEqualTo("temperature");
        assertThat(field(() -> definition("n", "", OptionalDouble.empty(), Collections.nCopies(7, "x"))))
                .isEqualTo("starters");
        assertThat(field(() -> definition("n", "", OptionalDouble.empty(), List.of("x".repeat(501)))))
                .isEqualTo("starters[0]");
    }

    private static AssistantDefinition definition(
            String name, String instructions, OptionalDouble temperature, List<String> starters) {
        return new AssistantDefinition(
                name,
                "",
                instructions,
                Optional.empty(),
                temperature,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                true,
                starters,
                Audience.PRIVATE);
    }

    private static String field(Runnable making) {
        return ((CommonProblem.Invalid) Refused.by(making::run))
                .violations()
                .getFirst()
                .field();
    }
}
