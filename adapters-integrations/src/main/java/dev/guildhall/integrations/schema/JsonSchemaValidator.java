package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import java.util.List;
import java.util.Map;

/**
 * Validates with a library, draft 2020-12. References to other documents are never loaded; an unusable schema is a
 * violation, not an exception. Thread-safe.
 */
public final class JsonSchemaValidator implements SchemaValidator {
    /** The largest number of violations that are reported together. */
    static final int MAX_VIOLATIONS = 20;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SchemaCache schemas = new SchemaCache();

    @Override
    public List<Violation> violations(Map<String, Object> schema, Map<String, Object> value) {
        try {
            Schema compiled = schemas.compiled(schema);
            JsonNode json = MAPPER.valueToTree(value);
            SchemaSteps steps =
                    new SchemaSteps(compiled.createExecutionContext().getExecutionConfig(), value);
            return compiled.validate(steps, json, OutputFormat.DEFAULT).stream()
                    .map(ViolationWords::of)
                    .distinct()
                    .limit(MAX_VIOLATIONS)
                    .toList();
        } catch (PatternTooSlow slow) {
            return List.of(new Violation("schema", "has a pattern that takes too long to check"));
        } catch (SchemaTooLarge tooLarge) {
            schemas.forget(schema);
            return List.of(new Violation("schema", "is too large when its references are expanded"));
        } catch (StackOverflowError endless) {
            return List.of(new Violation("schema", "refers to itself in a cycle, or is nested too deeply"));
        } catch (RuntimeException broken) {
            return List.of(new Violation("schema", "is invalid, so nothing can be checked with it"));
        }
    }
}
