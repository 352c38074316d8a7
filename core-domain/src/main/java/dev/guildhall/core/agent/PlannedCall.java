package dev.guildhall.core.agent;

import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolEffect;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a round, and what happens with it.
 *
 * @param call the call as it is made
 * @param fate what happens with it
 * @param requested the parameters that the model wrote, where its user changed them; absent otherwise
 */
record PlannedCall(ToolCall call, Fate fate, Optional<Map<String, Object>> requested) {
    PlannedCall(ToolCall call, Fate fate) {
        this(call, fate, Optional.empty());
    }

    /** What happens with a call. */
    sealed interface Fate {}

    /** It is made. */
    record Run() implements Fate {}

    /**
     * It is not made.
     *
     * @param why for the model
     */
    record Refuse(String why) implements Fate {}

    /** It is not made, and counts as made (evaluation-5). */
    record Omit() implements Fate {}

    /**
     * It waits for its user.
     *
     * @param effect what it does
     */
    record Ask(ToolEffect effect) implements Fate {}

    static PlannedCall run(ToolCall call) {
        return new PlannedCall(call, new Run());
    }

    boolean asks() {
        return fate instanceof Ask;
    }
}
