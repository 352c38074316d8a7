package dev.guildhall.ports.completion;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/** The arguments of a call, as a model wrote them. */
public sealed interface ToolArguments {
    /**
     * It wrote a JSON object.
     *
     * @param values by parameter name
     */
    record Parsed(Map<String, Object> values) implements ToolArguments {
        public Parsed {
            values = JsonData.copy(values);
        }
    }

    /**
     * It wrote something else.
     *
     * @param text what it wrote
     * @param fault why that is no JSON object, in words that the model can act on
     */
    record Malformed(String text, String fault) implements ToolArguments {}
}
