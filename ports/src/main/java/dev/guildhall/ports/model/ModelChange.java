package dev.guildhall.ports.model;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.group.GroupId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A change of a model; absent fields stay as they are.
 *
 * @param deployments all deployments; one with the identifier of an earlier one and without a key keeps its key
 * @param version the version that the change is for; absent means any
 */
public record ModelChange(
        Optional<List<Deployment>> deployments,
        Optional<ModelDefinition.Choice> choice,
        Optional<List<String>> fallbacks,
        Change<ModelPrice> price,
        Change<Integer> contextTokens,
        Change<Set<GroupId>> groups,
        Optional<Set<ModelCapability>> capabilities,
        Optional<Boolean> enabled,
        Optional<Boolean> isDefault,
        Optional<Integer> version) {

    /** The model after the change. */
    public ModelDefinition applyTo(ModelDefinition before) {
        return new ModelDefinition(
                before.name(),
                deployments.orElse(before.deployments()),
                choice.orElse(before.choice()),
                fallbacks.orElse(before.fallbacks()),
                price.applyTo(before.price()),
                contextTokens.applyTo(before.contextTokens()),
                groups.applyTo(before.groups()),
                capabilities.orElse(before.capabilities()),
                enabled.orElse(before.enabled()),
                isDefault.orElse(before.isDefault()));
    }
}
