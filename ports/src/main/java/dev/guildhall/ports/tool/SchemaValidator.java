package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Map;

/** Driven port: checks JSON against a JSON Schema (2020-12). Never loads anything a schema points to. Thread-safe. */
public interface SchemaValidator {
    /**
     * Everything about the value that the schema does not allow.
     *
     * @param schema a JSON Schema of type {@code object}
     * @param value what to check
     * @return empty when the value fits; otherwise messages that a model can act on
     */
    List<Violation> violations(Map<String, Object> schema, Map<String, Object> value);
}
