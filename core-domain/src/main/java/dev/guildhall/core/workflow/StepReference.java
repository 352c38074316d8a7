package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reference in a step's input to a part of another step's output, {@code {"$from": "name", "pointer": "/a/b"}}. */
public record StepReference(String step, JsonPointer pointer) {
    private static final String FROM = "$from";
    private static final String POINTER = "pointer";
    private static final Set<String> WORDS = Set.of(FROM, POINTER);

    /** What references name that is no step: the input of a start, and the body of a call of a trigger (tasks-49). */
    static final String INPUT = "input";

    static final String TRIGGER = "trigger";

    /** What replaces a reference. */
    @FunctionalInterface
    interface Replacement {
        /**
         * The value in its place.
         *
         * @param field where the reference is
         * @param original the reference as it was read
         */
        @Nullable
        Object of(String field, StepReference reference, Map<?, ?> original);
    }

    /**
     * A value with all references in it replaced.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} for a malformed one
     */
    static @Nullable Object replaced(String field, @Nullable Object value, Replacement replacement) {
        Optional<StepReference> reference = of(field, value);
        if (reference.isPresent() && value instanceof Map<?, ?> original) {
            return replacement.of(field, reference.get(), original);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> whole = new LinkedHashMap<>();
            map.forEach(
                    (name, inner) -> whole.put(String.valueOf(name), replaced(field + "." + name, inner, replacement)));
            return whole;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> whole = new ArrayList<>(list.size());
            for (Object inner : list) {
                whole.add(replaced(field + "[" + whole.size() + "]", inner, replacement));
            }
            return whole;
        }
        return value;
    }

    /** Whether some part of the value would be read as a reference. */
    public static boolean isIn(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.containsKey(FROM) || map.values().stream().anyMatch(StepReference::isIn);
            case List<?> list -> list.stream().anyMatch(StepReference::isIn);
            case null, default -> false;
        };
    }

    /**
     * The reference that a value represents; empty when it is none.
     *
     * @param field the field that the problem names when the reference is malformed
     * @throws Refusal with {@code CommonProblem.Invalid} for a malformed one
     */
    public static Optional<StepReference> of(String field, @Nullable Object value) {
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
