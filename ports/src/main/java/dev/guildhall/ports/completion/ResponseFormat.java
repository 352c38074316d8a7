package dev.guildhall.ports.completion;

import dev.guildhall.ports.JsonData;
import java.util.Map;

/** The form of an answer's text. */
public sealed interface ResponseFormat {
    /** Text without a required form. */
    record Words() implements ResponseFormat {}

    /** One JSON object without a schema. */
    record Json() implements ResponseFormat {}

    /**
     * JSON that follows a schema.
     *
     * @param name the name of the schema, 1 to 64 of {@code [A-Za-z0-9_-]}
     * @param schema a JSON Schema
     * @param strict whether the provider must follow the schema or fail
     */
    record Schema(String name, Map<String, Object> schema, boolean strict) implements ResponseFormat {
        public Schema {
            schema = JsonData.copy(schema);
        }
    }
}
