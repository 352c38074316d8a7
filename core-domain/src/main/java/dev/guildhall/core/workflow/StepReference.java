package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reference in a step's input to a part of another step's output, {@code {"$from": "name", "pointer": "/a/b"}}. */
public record StepReference(String step, JsonPointer pointer) {
    private static final String FROM = "$from";
    private static final String POINTER = "pointer";
    private static final Set<String> WORDS = Set.of(FROM, POINTER);

    /**
     * The reference that a value represents; empty when it is none.
     *
     * @param field the field that the problem names when the reference is malformed
     * @throws Refusal with {@code CommonProblem.Invalid} for a malformed one
     */
    public static Optional<StepReference> of(String field, Object value) {
        if (!(value instanceof Map<?, ?> map) || !map.containsKey(FROM)) {
            return Optional.empty();
        }
        Object pointer = map.containsKey(POINTER) ? map.get(POINTER) : "";
        if (WORDS.containsAll(map.keySet()) && map.get(FROM) instanceof String step && pointer instanceof String text) {
            return Optional.of(new StepReference(
                    step,
                    JsonPointer.parse(text)
                            .orElseThrow(() -> Refusal.invalid(field + ".pointer", "must be a JSON pointer"))));
        }
        throw Refusal.invalid(field, "must be {\"$from\": a step's name, \"pointer\": a JSON pointer or left out}");
    }
}
