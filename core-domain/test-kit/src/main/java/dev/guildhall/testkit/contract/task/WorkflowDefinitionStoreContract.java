package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitionStore;
import dev.guildhall.ports.workflow.WorkflowDefinitionSummary;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link WorkflowDefinitionStore} does. */
public interface WorkflowDefinitionStoreContract {
    Stores stores();

    private WorkflowDefinitionStore definitions() {
        return stores().workflowDefinitions();
    }

    private static WorkflowDefinition.Content content(String name) {
        return new WorkflowDefinition.Content(
                name,
                List.of(
                        StepSpec.of("fetch", "echo").with("x", Map.of("$from", "input", "pointer", "/a")),
                        StepSpec.of("茶", "echo").after("fetch").with(TaskOptions.NONE.withRetry(Retry.upTo(3)))),
                Optional.of(Map.of("type", "object", "properties", Map.of("a", Map.of("type", "string")))));
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    private WorkflowDefinition added(UserId owner) {
        WorkflowDefinition definition = new WorkflowDefinition(
                new WorkflowDefinitionId(Sample.id("wfd")),
                1,
                owner,
                Optional.empty(),
                content("first"),
                Sample.NOW,
                Sample.NOW);
        definitions().add(definition);
        return definition;
    }

    @Test
    default void a_definition_has_its_versions() {
        WorkflowDefinition first = added(someone());
        WorkflowDefinition second = first.next(
                new WorkflowDefinition.Content("second", List.of(StepSpec.of("a", "echo")), Optional.empty()),
                Sample.NOW.plusSeconds(1));

        definitions().put(second, 100);

        assertThat(definitions().find(first.id())).contains(second);
        assertThat(definitions().find(first.id(), 1)).contains(first);
        assertThat(definitions().find(first.id(), 2)).contains(second);
        assertThat(definitions().find(first.id(), 3)).isEmpty();
        assertThat(definitions().find(new WorkflowDefinitionId(Sample.id("wfd")))).isEmpty();
    }

    @Test
    default void only_the_last_versions_are_kept() {
        WorkflowDefinition definition = added(someone());
        WorkflowDefinition newest = definition;
        for (int i = 0; i < 4; i++) {
            newest = newest.next(content("next"), Sample.NOW);
            definitions().put(newest, 2);
        }

        assertThat(definitions().find(definition.id())).contains(newest);
        assertThat(definitions().find(definition.id(), 4)).isPresent();
        assertThat(definitions().find(definition.id(), 3)).isEmpty();
    }

    @Test
    default void a_removed_definition_is_not_there_and_gets_no_version() {
        WorkflowDefinition removed = added(someone());

        definitions().remove(removed.id());
        definitions().remove(removed.id());
        definitions().put(removed.next(content("next"), Sample.NOW), 100);

        assertThat(definitions().find(removed.id())).isEmpty();
        assertThat(definitions().find(removed.id(), 1)).isEmpty();
        assertThat(definitions().count(removed.owner())).isZero();
    }

    @Test
    default void lists_are_newest_first_in_pages_and_of_an_owner() {
        UserId owner = someone();
        WorkflowDefinition oldest = added(owner);
        WorkflowDefinition middle = added(owner);
        WorkflowDefinition newest = added(owner);
        WorkflowDefinition other = added(someone());
        WorkflowDefinition changed = oldest.next(content("changed"), Sample.NOW.plusSeconds(9));
        definitions().put(changed, 100);

        Page<WorkflowDefinitionSummary> first =
                definitions().list(Optional.of(owner), new PageRequest(new Limit(2), Optional.empty()));
        Page<WorkflowDefinitionSummary> second =
                definitions().list(Optional.of(owner), new PageRequest(new Limit(2), first.next()));
        Page<WorkflowDefinitionSummary> all =
                definitions().list(Optional.empty(), new PageRequest(new Limit(200), Optional.empty()));

        assertThat(first.items()).extracting(WorkflowDefinitionSummary::id).containsExactly(newest.id(), middle.id());
        assertThat(second.items())
                .containsExactly(new WorkflowDefinitionSummary(
                        oldest.id(), 2, "changed", 2, oldest.createdAt(), changed.updatedAt()));
        assertThat(second.next()).isEmpty();
        assertThat(all.items())
                .extracting(WorkflowDefinitionSummary::id)
                .contains(oldest.id(), middle.id(), newest.id(), other.id());
    }

    @Test
    default void a_definition_counts_for_its_owner_or_for_another_user_until_that_one_is_erased() {
        UserId owner = someone();
        UserId maker = someone();
        WorkflowDefinition counted = new WorkflowDefinition(
                new WorkflowDefinitionId(Sample.id("wfd")),
                1,
                owner,
                Optional.of(maker),
                content("counted"),
                Sample.NOW,
                Sample.NOW);
        definitions().add(counted);
        added(owner);

        assertThat(definitions().find(counted.id())).contains(counted);
        assertThat(definitions().count(owner)).isEqualTo(1);
        assertThat(definitions().count(maker)).isEqualTo(1);

        while (definitions().erase(maker, 1) > 0) {
            // Until nothing is left.
        }

        assertThat(definitions().count(owner)).isEqualTo(2);
        assertThat(definitions().count(maker)).isZero();
    }

    @Test
    default void definitions_are_erased_with_their_owner() {
        UserId owner = someone();
        WorkflowDefinition first = added(owner);
        definitions().put(first.next(content("next"), Sample.NOW), 100);
        added(owner);
        WorkflowDefinition kept = added(someone());

        stores().erase(owner);

        assertThat(definitions().count(owner)).isZero();
        assertThat(definitions().find(first.id(), 1)).isEmpty();
        assertThat(definitions().find(kept.id())).contains(kept);
    }

    @Test
    default void changes_at_once_are_made_one_after_the_other() throws Exception {
        WorkflowDefinition first = added(someone());
        Callable<Boolean> change = () -> stores().transactions().inTransaction(() -> {
            WorkflowDefinition next =
                    definitions().lock(first.id()).orElseThrow().next(content("next"), Sample.NOW);
            definitions().put(next, 100);
            return true;
        });

        AtOnce.run(Collections.nCopies(6, change));

        assertThat(definitions().find(first.id()).orElseThrow().version()).isEqualTo(7);
        assertThatIllegalStateException().isThrownBy(() -> definitions().lock(first.id()));
    }
}
