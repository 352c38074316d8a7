package dev.guildhall.core.workflow;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.workflow.StepSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts a value that is given when work starts in place of the references to it (tasks-49): the input of a definition's
 * workflow, or the body of a call of a trigger. Other references stay. Confined to one thread, for one start.
 */
public final class StartInputs {
    /** How much the values may add to all inputs of a start: as much as a request with them could have. */
    private static final int MOST_CHARACTERS = 16 << 20;

    private final String name;
    private final Object given;
    private int added;

    /**
     * For references to a value.
     *
     * @param name {@code input} or {@code trigger}, which references have in {@code $from}
     * @param given the value, as JSON data
     */
    public StartInputs(String name, Object given) {
        this.name = name;
        this.given = given;
    }

    /**
     * Steps with the value in their inputs.
     *
     * @throws Refusal as {@link #filled(String, Map)}
     */
    public List<StepSpec> filled(List<StepSpec> steps) {
        List<StepSpec> filled = new ArrayList<>(steps.size());
        for (StepSpec step : steps) {
            filled.add(step.withInput(filled("steps[" + filled.size() + "].input", step.input())));
        }
        return filled;
    }

    /**
     * An input with the value in it.
     *
     * @param field the field of the input
     * @throws Refusal with {@code CommonProblem.Invalid} that names a place of the value: when there is nothing, when it
     *     contains a reference itself, and when the whole input would be no object or too large
     */
    public Map<String, Object> filled(String field, Map<String, Object> input) {
        if (StepReference.replaced(field, input, this::value) instanceof Map<?, ?> whole) {
            Map<String, Object> named = new LinkedHashMap<>();
            whole.forEach((key, value) -> named.put(String.valueOf(key), value));
            return named;
        }
        throw Refusal.invalid(name, "must have an object where " + field + " refers to it");
    }

    private @Nullable Object value(String field, StepReference reference, Map<?, ?> original) {
        if (!reference.step().equals(name)) {
            return original;
        }
        Optional<JsonPointer.Found> found = reference.pointer().in(given);
        if (found.isEmpty()) {
            throw Refusal.invalid(
                    name, "has nothing at \"" + reference.pointer() + "\", to which " + field + " refers");
        }
        Object value = found.get().value();
        if (StepReference.isIn(value)) {
            throw Refusal.invalid(name, "must not have a member $from at \"" + reference.pointer() + "\"");
        }
        added += JsonText.of(value).length();
        if (added > MOST_CHARACTERS) {
            throw Refusal.invalid(
                    name,
                    "is too large: where steps refer to it, there are more than " + MOST_CHARACTERS + " characters");
        }
        return value;
    }
}
