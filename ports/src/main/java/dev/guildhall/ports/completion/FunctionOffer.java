package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a model may call in its answer.
 *
 * @param functions empty when it may call nothing
 * @param choice whether it calls any; {@link ToolChoice.Auto} when nothing was asked for
 * @param parallel whether one answer may hold several calls
 */
public record FunctionOffer(List<FunctionSpec> functions, ToolChoice choice, boolean parallel) {
    /** Nothing to call. */
    public static final FunctionOffer NOTHING = new FunctionOffer(List.of(), new ToolChoice.Auto(), true);

    /** Refuses names that stand twice, and a choice that nothing offered can fulfil. */
    public FunctionOffer {
        functions = List.copyOf(functions);
        Set<String> names = new HashSet<>();
        for (FunctionSpec function : functions) {
            if (!names.add(function.name())) {
                throw Refusal.invalid("tools", "must not offer " + function.name() + " twice");
            }
        }
        boolean possible = switch (choice) {
            case ToolChoice.Auto ignored -> true;
            case ToolChoice.None ignored -> true;
            case ToolChoice.Required ignored -> !functions.isEmpty();
            case ToolChoice.Named(String name) -> names.contains(name);
        };
        if (!possible) {
            throw Refusal.invalid("tool_choice", "must be fulfilled by one of the tools");
        }
    }

    /** These, as the model sees fit. */
    public static FunctionOffer of(List<FunctionSpec> functions) {
        return functions.isEmpty() ? NOTHING : new FunctionOffer(functions, new ToolChoice.Auto(), true);
    }
}
