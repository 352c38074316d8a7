package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.completion.UnitPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelStore;
import dev.guildhall.ports.storage.Stores;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ModelStore} does. */
public interface ModelStoreContract {
    Stores stores();

    private ModelStore models() {
        return stores().models();
    }

    @BeforeEach
    default void remove_data_of_previous_tests() {
        models().all().forEach(model -> models().remove(model.name()));
    }

    /** A model with one deployment with that key, and no other settings. */
    static ManagedModel model(String name, String key) {
        return new ManagedModel(
                new ModelDefinition(
                        name,
                        List.of(new Deployment(
                                "dep_1",
                                "openai",
                                "https://models.example/v1",
                                Optional.of(key),
                                "gpt",
                                Deployment.Dialect.CHAT,
                                1)),
                        ModelDefinition.Choice.WEIGHTED,
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Set.of(),
                        true,
                        false),
                ManagedModel.Source.HTTP,
                1);
    }

    private static ManagedModel whole() {
        return new ManagedModel(
                new ModelDefinition(
                        "provider/gpt: large \u00e9",
                        List.of(
                                new Deployment(
                                        "b", "ollama", "", Optional.empty(), "llama", Deployment.Dialect.CHAT, 1000),
                                new Deployment(
                                        "a",
                                        "openai",
                                        "http://localhost:1/v1",
                                        Optional.of("k3y:%"),
                                        "gpt",
                                        Deployment.Dialect.RESPONSES,
                                        3)),
                        ModelDefinition.Choice.LEAST_LATENCY,
                        List.of("second", "first"),
                        Optional.of(new ModelPrice(
                                new BigDecimal("2.5"),
                                new BigDecimal("1.25"),
                                Optional.of(new BigDecimal("0.000000000001")),
                                new BigDecimal("10"),
                                new BigDecimal("12"),
                                new UnitPrice(new BigDecimal("0.1"), BigDecimal.ZERO, BigDecimal.ONE))),
                        Optional.of(128_000),
                        Optional.of(Set.of(new GroupId("grp_1"), new GroupId("grp_2"))),
                        Set.of(ModelCapability.IMAGES, ModelCapability.REASONING),
                        false,
                        true),
                ManagedModel.Source.HTTP,
                7);
    }

    @Test
    default void models_are_read_unchanged_by_name() {
        ManagedModel small = model("a-model", "k3y");
        ManagedModel forNoOne = new ManagedModel(
                new ModelDefinition(
                        "z-model",
                        small.definition().deployments(),
                        ModelDefinition.Choice.WEIGHTED,
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Set.of()),
                        Set.of(),
                        true,
                        false),
                ManagedModel.Source.HTTP,
                1);

        models().put(whole());
        models().put(forNoOne);
        models().put(small);

        assertThat(models().all()).containsExactly(small, whole(), forNoOne);
    }

    @Test
    default void a_model_that_is_stored_again_replaces_the_earlier_one_and_its_deployments() {
        models().put(whole());
        ManagedModel changed = whole().next(whole().definition()
                .withDeployments(List.of(whole().definition().deployments().getLast())));

        models().put(changed);

        assertThat(models().all()).containsExactly(changed);
    }

    @Test
    default void a_removed_model_is_not_found_and_a_second_removal_changes_nothing() {
        models().put(model("kept", "k"));
        models().put(model("removed", "k"));

        models().remove("removed");
        models().remove("removed");

        assertThat(models().all()).containsExactly(model("kept", "k"));
    }

    @Test
    default void the_revision_grows_with_every_write() {
        long first = models().revision();
        models().put(model("one", "k"));
        long second = models().revision();
        models().put(model("one", "other"));
        long third = models().revision();
        models().remove("one");

        assertThat(second).isGreaterThan(first);
        assertThat(third).isGreaterThan(second);
        assertThat(models().revision()).isGreaterThan(third);
    }

    @Test
    default void a_change_that_fails_halfway_changes_nothing() {
        models().put(model("old", "k"));

        assertThatThrownBy(() -> stores().transactions().run(() -> {
                    models().lock();
                    models().put(model("new", "k"));
                    models().remove("old");
                    throw new IllegalStateException("halfway");
                }))
                .hasMessageContaining("halfway");

        assertThat(models().all()).containsExactly(model("old", "k"));
    }

    @RepeatedTest(3)
    default void of_many_that_make_the_next_version_under_the_lock_each_sees_the_one_before() throws Exception {
        models().put(model("one", "k"));
        Callable<Integer> change = () -> stores().transactions().inTransaction(() -> {
            ManagedModel before = models().lock().getFirst();
            models().put(before.next(before.definition()));
            return before.version();
        });

        List<Integer> versions = AtOnce.run(Collections.nCopies(6, change));

        assertThat(versions).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(models().all().getFirst().version()).isEqualTo(7);
    }
}
