package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelDefinition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupModelsTest {
    private final Installation installation = new Installation();
    private final GroupFixture fixture = new GroupFixture(installation);

    private void model(String name, boolean isEnabled, Optional<Set<GroupId>> groups) {
        ModelDefinition definition = new ModelDefinition(
                name,
                List.of(new Deployment(
                        "dep_1",
                        "openai",
                        "https://models.example/v1",
                        Optional.empty(),
                        "gpt",
                        Deployment.Dialect.CHAT,
                        1)),
                ModelDefinition.Choice.WEIGHTED,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                groups,
                Set.of(),
                isEnabled,
                false);
        installation.stores().models().put(new ManagedModel(definition, ManagedModel.Source.HTTP, 1));
    }

    @Test
    void members_see_the_enabled_models_that_are_for_their_group() {
        GroupId other = new GroupFixture(installation).id();
        model("for-group", true, Optional.of(Set.of(fixture.id())));
        model("for-both", true, Optional.of(Set.of(other, fixture.id())));
        model("for-another", true, Optional.of(Set.of(other)));
        model("for-all", true, Optional.empty());
        model("disabled", false, Optional.of(Set.of(fixture.id())));
        Caller.User member = fixture.joined(GroupRole.MEMBER);

        assertThat(fixture.groups().group(member, fixture.id()).models()).containsExactly("for-both", "for-group");
    }
}
