package dev.guildhall.wire.json;

import dev.guildhall.ports.problem.Refusal;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The names of enum states in JSON: in lower case. */
public final class EnumNames {
    private EnumNames() {}

    public static String of(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The state with that name.
     *
     * @param field the field that the refusal names
     * @param states the accepted states
     * @throws Refusal with {@code CommonProblem.Invalid}
     */
    public static <E extends Enum<E>> E read(String field, Collection<E> states, String name) {
        return states.stream()
                .filter(state -> of(state).equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid(field, "must be one of " + all(states)));
    }

    private static String all(Collection<? extends Enum<?>> states) {
        return states.stream().map(EnumNames::of).collect(Collectors.joining(", "));
    }
}
