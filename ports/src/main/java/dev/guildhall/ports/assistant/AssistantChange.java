package dev.guildhall.ports.assistant;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A change of an assistant; absent fields stay as they are.
 *
 * @param version the newest version that the change is made for; absent means any
 */
public record AssistantChange(
        Optional<String> name,
        Optional<String> description,
        Optional<String> instructions,
        Change<String> model,
        Change<Double> temperature,
        Change<String> reasoningEffort,
        Change<List<String>> tools,
        Optional<List<CollectionId>> collections,
        Optional<Boolean> memory,
        Optional<List<String>> starters,
        Optional<Audience> visibility,
        Optional<Integer> version) {
    /** The assistant after the change. */
    public AssistantDefinition applyTo(AssistantDefinition before) {
        Optional<Double> degrees =
                temperature.applyTo(before.temperature().stream().boxed().findFirst());
        return new AssistantDefinition(
                name.orElse(before.name()),
                description.orElse(before.description()),
                instructions.orElse(before.instructions()),
                model.applyTo(before.model()),
                degrees.map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                reasoningEffort.applyTo(before.reasoningEffort()),
                tools.applyTo(before.tools()),
                collections.orElse(before.collections()),
                memory.orElse(before.memory()),
                starters.orElse(before.starters()),
                visibility.orElse(before.visibility()));
    }
}
