package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import dev.guildhall.integrations.compute.ThreadPoolBulkhead;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.wire.completion.ToolSchema;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Validates with a library, draft 2020-12. References to other documents are never loaded; an unusable schema is a
 * violation, not an exception.
 */
public final class JsonSchemaValidator implements SchemaValidator {
    /** The largest number of violations that are reported together. */
    static final int MAX_VIOLATIONS = 20;

    /** The number of checks at the same time. */
    private static final int CHECKS = 8;

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration TIME = Duration.ofSeconds(5);
    private static final int MAX_CHARACTERS = 300;
    private static final Set<String> ABOUT_A_PROPERTY =
            Set.of("required", "additionalProperties", "unevaluatedProperties", "dependentRequired");
    private final SchemaCache schemas = new SchemaCache();
    private final ThreadPoolBulkhead bulkhead;

    /** A validator for schemas of others, each of whose checks has 5 s. */
    public JsonSchemaValidator() {
        this(TIME);
    }

    /** @param time how long one check may take, more than zero */
    public JsonSchemaValidator(Duration time) {
        this.bulkhead = new ThreadPoolBulkhead("schema-check", CHECKS, WAIT, time);
    }

    /** Whether it checks with all of a schema: each pattern compiles, and each reference leads to a part of the schema. */
    boolean usesWhole(Map<String, Object> schema) {
        JsonNode json = Json.LENIENT.valueToTree(schema);
        return UsableSchema.of(json).equals(json);
    }

    /** Whether a tool can have such a schema: it is valid, and it is checked as a whole. */
    public boolean isUsable(Map<String, Object> schema) {
        return usesWhole(schema)
                && violations(schema, Map.of()).stream()
                        .noneMatch(violation -> violation.field().equals("schema")
                                && !violation.message().equals("is required"));
    }

    @Override
    public List<Violation> simplified(Map<String, Object> schema) {
        JsonNode json = Json.LENIENT.valueToTree(schema);
        JsonNode ofModels = Json.LENIENT.valueToTree(ToolSchema.simplified(schema));
        return Stream.concat(
                        LeftOut.of(json, UsableSchema.of(json), "is not checked, since the check cannot use it")
                                .stream(),
                        LeftOut.of(json, ofModels, "is simplified for models, whose APIs do not take it").stream())
                .toList();
    }

    @Override
    public List<Violation> violations(Map<String, Object> schema, Map<String, Object> value) {
        try {
            return bulkhead.call("", () -> BoundedPattern.limited(() -> checked(schema, value)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (RejectedExecutionException full) {
            throw new Refusal(new CommonProblem.Unavailable("the schema check", "too many checks run"));
        } catch (TimeoutException late) {
            return List.of(new Violation("schema", "takes too long to check"));
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a check failed", failed.getCause());
        }
    }

    private List<Violation> checked(Map<String, Object> schema, Map<String, Object> value) {
        if (!JsonData.isWellFormed(value)) {
            return List.of(new Violation("parameters", "must not have numbers beyond the range of a double"));
        }
        try {
            Schema compiled = schemas.compiled(schema);
            JsonNode json = Json.LENIENT.valueToTree(value);
            SchemaSteps steps =
                    new SchemaSteps(compiled.createExecutionContext().getExecutionConfig(), value);
            return compiled.validate(steps, json, OutputFormat.DEFAULT).stream()
                    .map(JsonSchemaValidator::violation)
                    .distinct()
                    .limit(MAX_VIOLATIONS)
                    .toList();
        } catch (BoundedPattern.PatternTooSlow slow) {
            return List.of(new Violation("schema", "has a pattern that takes too long to check"));
        } catch (SchemaSteps.SchemaTooLarge tooLarge) {
            schemas.forget(schema);
            return List.of(new Violation("schema", "is too large when its references are expanded"));
        } catch (StackOverflowError endless) {
            return List.of(new Violation("schema", "refers to itself in a cycle, or is nested too deeply"));
        } catch (RuntimeException broken) {
            return List.of(new Violation("schema", "is invalid, so nothing can be checked with it"));
        }
    }

    private static Violation violation(Error error) {
        return new Violation(field(error), shorten(message(error)));
    }

    /** The path below the parameters, for example {@code items[0].name}. */
    private static String field(Error error) {
        String path = error.getInstanceLocation().toString();
        String below = path.startsWith("$.") ? path.substring(2) : path.startsWith("$") ? path.substring(1) : path;
        String property = error.getProperty();
        if (property == null || !ABOUT_A_PROPERTY.contains(error.getKeyword())) {
            return below.isEmpty() ? "parameters" : below;
        }
        return below.isEmpty() ? property : below + "." + property;
    }

    private static String message(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> "is required";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known parameter";
            case "type" -> "must be " + type(error);
            default -> error.getMessage();
        };
    }

    private static String type(Error error) {
        String wanted =
                error.getSchemaNode().isTextual() ? error.getSchemaNode().asText() : "";
        return switch (wanted) {
            case "integer", "array", "object" -> "an " + wanted;
            case "string", "number", "boolean" -> "a " + wanted;
            case "null" -> "null";
            default -> "of another type: " + error.getMessage();
        };
    }

    private static String shorten(String message) {
        return message.length() <= MAX_CHARACTERS ? message : message.substring(0, MAX_CHARACTERS - 1) + "…";
    }
}
