package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link AssistantStore} does. */
public interface AssistantStoreContract {
    Stores stores();

    private AssistantStore assistants() {
        return stores().assistants();
    }

    /** A definition whose optional values are absent. */
    static AssistantDefinition definition(String name, Audience visibility) {
        return new AssistantDefinition(
                name,
                "",
                "",
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                true,
                List.of(),
                visibility);
    }

    private static AssistantDefinition whole() {
        return new AssistantDefinition(
                "Größe 👋",
                "What it is for",
                "Say „yes“.\nThen stop.",
                Optional.of("model"),
                OptionalDouble.of(0.25),
                Optional.of("high"),
                Optional.of(List.of("a.b", "c.*")),
                List.of(new CollectionId("col_1")),
                false,
                List.of("Begin?", "And then?"),
                Audience.PRIVATE);
    }

    private static Assistant assistant(UserId owner, AssistantDefinition definition) {
        return new Assistant(
                new AssistantId(Sample.id("ast")), 1, owner, Optional.empty(), definition, Sample.NOW, Sample.NOW);
    }

    private Assistant added(UserId owner, AssistantDefinition definition) {
        Assistant assistant = assistant(owner, definition);
        assistants().add(assistant);
        return assistant;
    }

    private Assistant added(UserId owner, Audience visibility) {
        return added(owner, definition(Sample.id("name"), visibility));
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    private UserId memberOf(GroupId group) {
        UserId user = someone();
        Profile profile = Sample.profile(user).build();
        stores().profiles().add(profile);
        stores().memberships().add(Sample.membership(group, profile.id()).build());
        return user;
    }

    @Test
    default void every_version_of_an_assistant_is_read_unchanged() {
        Assistant first = added(someone(), whole());
        Assistant second = first.next(definition("other", Audience.EVERYONE), Sample.NOW.plusSeconds(1));

        assistants().put(second);

        assertThat(assistants().find(first.id())).contains(second);
        assertThat(assistants().find(first.id(), 1)).contains(first);
        assertThat(assistants().find(first.id(), 2)).contains(second);
        assertThat(assistants().find(first.id(), 3)).isEmpty();
        assertThat(assistants().find(new AssistantId(Sample.id("ast")))).isEmpty();
        assistants().remove(first.id());
    }

    @Test
    default void a_removed_assistant_is_gone_with_all_versions() {
        Assistant removed = added(someone(), Audience.PRIVATE);

        assistants().remove(removed.id());
        assistants().remove(removed.id());
        assistants().put(removed.next(removed.definition(), Sample.NOW));

        assertThat(assistants().find(removed.id())).isEmpty();
        assertThat(assistants().find(removed.id(), 1)).isEmpty();
        assertThat(assistants().seen(removed.id(), removed.owner())).isEmpty();
    }

    @Test
    default void a_user_sees_own_ones_those_of_own_groups_and_those_for_everyone() {
        GroupId group = Given.someGroup(stores());
        UserId member = memberOf(group);
        UserId owner = memberOf(group);
        UserId stranger = someone();
        Assistant own = added(owner, Audience.PRIVATE);
        Assistant shared = added(owner, Audience.of(group));
        Assistant open = added(owner, Audience.EVERYONE);

        assertThat(seenBy(owner)).containsSubsequence(open.id(), shared.id(), own.id());
        assertThat(seenBy(member)).contains(open.id(), shared.id()).doesNotContain(own.id());
        assertThat(seenBy(stranger)).contains(open.id()).doesNotContain(shared.id(), own.id());
        assertThat(assistants().seen(shared.id(), member)).contains(shared);
        assertThat(assistants().seen(shared.id(), stranger)).isEmpty();
        assertThat(assistants().seen(open.id(), stranger)).contains(open);
        assertThat(assistants().seen(own.id(), member)).isEmpty();
        assertThat(assistants().summaries(member, 1_000))
                .extracting(AssistantSummary::id)
                .containsSubsequence(shared.id(), open.id())
                .doesNotContain(own.id());
        assistants().remove(open.id());
    }

    private List<AssistantId> seenBy(UserId user) {
        return assistants().seen(user, new PageRequest(new Limit(200), Optional.empty())).items().stream()
                .map(Assistant::id)
                .toList();
    }

    @Test
    default void the_account_of_the_keys_of_a_group_sees_those_of_the_group() {
        GroupId group = Given.someGroup(stores());
        UserId keys = someone();
        stores().groups().setServiceAccount(group, keys);
        Assistant shared = added(someone(), Audience.of(group));

        assertThat(assistants().seen(shared.id(), keys)).contains(shared);
    }

    @Test
    default void others_see_none_of_an_owner_whose_account_was_removed() {
        GroupId group = Given.someGroup(stores());
        UserId member = memberOf(group);
        UserId owner = someone();
        Assistant shared = added(owner, Audience.of(group));
        Assistant common = added(owner, Audience.EVERYONE);
        Assistant another = added(someone(), Audience.of(group));

        stores().removeAccount(owner);

        assertThat(seenBy(member)).contains(another.id()).doesNotContain(shared.id(), common.id());
        assertThat(assistants().seen(shared.id(), member)).isEmpty();
    }

    @Test
    default void a_former_member_sees_those_of_the_group_no_more() {
        GroupId group = Given.someGroup(stores());
        UserId member = memberOf(group);
        Assistant shared = added(someone(), Audience.of(group));
        assertThat(assistants().seen(shared.id(), member)).isPresent();

        stores().memberships()
                .remove(group, stores().profiles().ofUser(member).getFirst().id());

        assertThat(assistants().seen(shared.id(), member)).isEmpty();
        assertThat(seenBy(member)).doesNotContain(shared.id());
    }

    @Test
    default void pages_have_the_newest_versions_latest_assistant_first() {
        UserId owner = someone();
        Assistant oldest = added(owner, Audience.PRIVATE);
        Assistant middle = added(owner, Audience.PRIVATE);
        Assistant latest = added(owner, Audience.PRIVATE);
        Assistant changed = middle.next(whole(), Sample.NOW);
        assistants().put(changed);

        Page<Assistant> first = assistants().seen(owner, new PageRequest(new Limit(2), Optional.empty()));
        Page<Assistant> second = assistants().seen(owner, new PageRequest(new Limit(2), first.next()));

        assertThat(first.items()).containsExactly(latest, changed);
        assertThat(second.items()).containsExactly(oldest);
        assertThat(second.next()).isEmpty();
        assertThat(assistants().summaries(owner, 2))
                .containsExactly(
                        new AssistantSummary(oldest.id(), oldest.definition().name(), "", oldest.createdAt()),
                        new AssistantSummary(middle.id(), "Größe 👋", "What it is for", middle.createdAt()));
    }

    @Test
    default void a_name_finds_an_own_assistant_first_and_then_the_oldest() {
        GroupId group = Given.someGroup(stores());
        UserId user = memberOf(group);
        UserId other = someone();
        String name = Sample.id("name");
        Assistant older = added(other, definition(name, Audience.of(group)));
        Assistant newer = added(other, definition(name, Audience.of(group)));
        assertThat(assistants().named(name, user)).contains(older);

        Assistant own = added(user, definition(name, Audience.PRIVATE));

        assertThat(assistants().named(name, user)).contains(own);
        assertThat(assistants().named(name, other)).contains(older);
        assertThat(assistants().named(name, someone())).isEmpty();
        assertThat(assistants().find(newer.id())).contains(newer);
    }

    @Test
    default void an_assistant_counts_for_its_owner_or_for_another_user_until_that_one_is_erased() {
        UserId owner = someone();
        UserId maker = someone();
        AssistantDefinition definition = definition("counted", Audience.PRIVATE);
        Assistant counted = new Assistant(
                new AssistantId(Sample.id("ast")), 1, owner, Optional.of(maker), definition, Sample.NOW, Sample.NOW);
        assistants().add(counted);
        added(owner, Audience.PRIVATE);

        assertThat(assistants().find(counted.id())).contains(counted);
        assertThat(assistants().count(owner)).isEqualTo(1);
        assertThat(assistants().count(maker)).isEqualTo(1);

        while (assistants().erase(maker, 1) > 0) {
            // Until nothing is left.
        }

        assertThat(assistants().count(owner)).isEqualTo(2);
        assertThat(assistants().count(maker)).isZero();
    }

    @Test
    default void assistants_are_erased_with_their_owner() {
        UserId owner = someone();
        Assistant first = added(owner, Audience.PRIVATE);
        assistants().put(first.next(whole(), Sample.NOW));
        added(owner, Audience.EVERYONE);
        Assistant kept = added(someone(), Audience.PRIVATE);

        while (assistants().erase(owner, 1) > 0) {
            // Until nothing is left.
        }

        assertThat(assistants().count(owner)).isZero();
        assertThat(assistants().find(first.id(), 1)).isEmpty();
        assertThat(assistants().find(kept.id())).contains(kept);
    }

    @Test
    default void changes_under_the_lock_follow_each_other() throws Exception {
        Assistant first = added(someone(), Audience.PRIVATE);
        Callable<Integer> change = () -> stores().transactions().inTransaction(() -> {
            Assistant next = assistants().lock(first.id()).orElseThrow().next(whole(), Sample.NOW);
            assistants().put(next);
            return next.version();
        });

        List<Integer> versions = AtOnce.run(Collections.nCopies(6, change));

        assertThat(versions).containsExactlyInAnyOrder(2, 3, 4, 5, 6, 7);
        assertThat(assistants().find(first.id()).orElseThrow().version()).isEqualTo(7);
    }
}
