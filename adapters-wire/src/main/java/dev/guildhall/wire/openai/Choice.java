package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which tools the model may or must call.
 *
 * @param choice whether it calls any
 * @param allowed the names of the tools that it may call; absent means all
 */
record Choice(ToolChoice choice, Optional<Set<String>> allowed) {
    static final Choice FREE = of(new ToolChoice.Auto());

    static Choice of(ToolChoice choice) {
        return new Choice(choice, Optional.empty());
    }

    /** Only allowed tools are offered to the model, which has the same effect. */
    List<FunctionSpec> allowedOf(List<FunctionSpec> tools) {
        return allowed.map(names -> tools.stream()
                        .filter(tool -> names.contains(tool.name()))
                        .toList())
                .orElse(tools);
    }
}
