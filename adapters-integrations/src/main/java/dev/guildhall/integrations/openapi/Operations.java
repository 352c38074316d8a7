package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds the operations of a document, those of Swagger 2.0 in the form of OpenAPI 3.0. */
final class Operations {
    private static final List<String> METHODS = List.of("get", "head", "post", "put", "patch", "delete");

    /** OpenAPI 3.2, 4.9.1: methods that a tool does not send. */
    private static final Set<String> OTHER_METHODS = Set.of("options", "trace", "query");

    private final JsonNode document;
    private final References references;
    private final List<Violation> leftOut;
    private final List<Operation> operations = new ArrayList<>();

    /** @param leftOut gets those that cannot be read, with the reasons */
    Operations(JsonNode document, References references, List<Violation> leftOut) {
        this.document = document;
        this.references = references;
        this.leftOut = leftOut;
    }

    List<Operation> all() {
        for (Map.Entry<String, JsonNode> entry : document.path("paths").properties()) {
            if (!entry.getKey().startsWith("x-")) {
                add(entry.getKey(), entry.getValue());
            }
        }
        return operations;
    }

    private void add(String path, JsonNode written) {
        try {
            JsonNode item = references.resolved(written);
            for (String method : METHODS) {
                if (item.path(method).isObject()) {
                    add(new Operation(method.toUpperCase(Locale.ROOT), path, item, item.path(method)));
                }
            }
            for (String method : OTHER_METHODS.stream().sorted().toList()) {
                if (item.path(method).isObject()) {
                    leaveOutMethod(method.toUpperCase(Locale.ROOT), path);
                }
            }
            item.path("additionalOperations").properties().stream()
                    .limit(OpenApiLimits.ALTERNATIVES)
                    .forEach(more -> leaveOutMethod(more.getKey(), path));
        } catch (Unsupported elsewhere) {
            leftOut.add(new Violation(path, elsewhere.reason()));
        } catch (BrokenDocument broken) {
            leftOut.add(new Violation(path, broken.reason()));
        }
    }

    private void leaveOutMethod(String method, String path) {
        leftOut.add(new Violation(method + " " + path, "has a method that tools do not send"));
    }

    private void add(Operation operation) {
        if (!Swagger2.is(document)) {
            operations.add(operation);
            return;
        }
        try {
            operations.add(new Swagger2(document, references).converted(operation));
        } catch (Unsupported unsupported) {
            leftOut.add(new Violation(operation.title(), unsupported.reason()));
        } catch (BrokenDocument broken) {
            leftOut.add(new Violation(operation.title(), broken.reason()));
        }
    }
}
