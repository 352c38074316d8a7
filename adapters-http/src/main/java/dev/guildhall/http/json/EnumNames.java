package dev.guildhall.http.json;

import dev.guildhall.ports.problem.Refusal;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The states of things as they are called on the wire: in lower case. */
public final class EnumNames {
    private EnumNames() {}

    /** What a state is called. */
    public static String of(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The state that is called so.
     *
     * @param field the field that is named when none is
     * @param states those that can be meant
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
