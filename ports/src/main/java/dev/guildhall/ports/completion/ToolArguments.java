package dev.guildhall.ports.completion;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/** The arguments of a call, as the model wrote them. */
public sealed interface ToolArguments {
    /**
     * The model wrote a JSON object.
     *
     * @param values by parameter name
     */
    record Parsed(Map<String, Object> values) implements ToolArguments {
        public Parsed {
            values = JsonData.copy(values);
        }
    }

    /**
     * The model wrote another text.
     *
     * @param text what it wrote
     * @param fault why the text is not a JSON object, in a form that the model can use to correct it
     */
    record Malformed(String text, String fault) implements ToolArguments {}
}
