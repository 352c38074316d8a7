package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The functions that a model may call in its answer.
 *
 * @param functions empty when it may call none
 * @param choice whether it calls functions; {@link ToolChoice.Auto} by default
 * @param parallel whether one answer may have several calls
 */
public record FunctionOffer(List<FunctionSpec> functions, ToolChoice choice, boolean parallel) {
    /** The most functions of a request; some providers accept fewer. */
    public static final int MOST = 1_024;

    /** No functions. */
    public static final FunctionOffer NOTHING = new FunctionOffer(List.of(), new ToolChoice.Auto(), true);

    /** Refuses repeated names, and a choice that the offered functions cannot satisfy. */
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

    /** Offers these functions; the model decides whether it calls them. */
    public static FunctionOffer of(List<FunctionSpec> functions) {
        return functions.isEmpty() ? NOTHING : new FunctionOffer(functions, new ToolChoice.Auto(), true);
    }
}
