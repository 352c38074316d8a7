package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Map;

/**
 * Driven port: checks JSON against a JSON Schema (2020-12). Never loads a schema that another one refers to by its
 * address.
 */
public interface SchemaValidator {
    /**
     * All violations of the schema by the value.
     *
     * @param schema a JSON Schema of type {@code object}
     * @param value the value to check
     * @return empty when the value is valid; otherwise messages that a model can use to correct it
     */
    List<Violation> violations(Map<String, Object> schema, Map<String, Object> value);

    /**
     * The parts of a schema that a receiver does not get as they are, by their paths from {@code inputSchema}: this check,
     * which leaves out what it cannot use, and models, whose APIs take a part of JSON Schema.
     *
     * @param schema a JSON Schema of type {@code object}
     * @return at most 20 of each receiver; empty when each gets the whole, and where that is not known
     */
    default List<Violation> simplified(Map<String, Object> schema) {
        return List.of();
    }
}
