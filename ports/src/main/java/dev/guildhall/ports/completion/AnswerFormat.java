package dev.guildhall.ports.completion;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/** The form of an answer's words. */
public sealed interface AnswerFormat {
    /** Whatever the model writes. */
    record Words() implements AnswerFormat {}

    /** One JSON object of any form. */
    record Json() implements AnswerFormat {}

    /**
     * JSON of this form.
     *
     * @param name what it is called, 1 to 64 of {@code [A-Za-z0-9_-]}
     * @param schema a JSON Schema
     * @param strict whether the provider must keep to it or fail
     */
    record Schema(String name, Map<String, Object> schema, boolean strict) implements AnswerFormat {
        public Schema {
            schema = JsonData.copy(schema);
        }
    }
}
