package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Imports an OpenAPI document, 3.0 or 3.1, as tools. What cannot become a tool is left out with its reason; a document
 * without any tool is a fault.
 */
public final class OpenApiImport {
    private static final List<String> METHODS = List.of("get", "head", "post", "put", "patch", "delete");

    private final JsonNode document;
    private final OpenApiOptions options;
    private final References references;
    private final List<HttpAction> actions = new ArrayList<>();
    private final List<Violation> leftOut = new ArrayList<>();
    private Optional<Violation> fault = Optional.empty();
    private Optional<String> server = Optional.empty();
    private final Set<String> names = new HashSet<>();

    private OpenApiImport(JsonNode document, OpenApiOptions options) {
        this.document = document;
        this.options = options;
        this.references = new References(document);
    }

    public static OpenApiTools read(JsonNode document, OpenApiOptions options) {
        OpenApiImport all = new OpenApiImport(document, options);
        all.read();
        return new OpenApiTools(
                all.actions, all.server.filter(address -> address.matches("https?://[^{}]+")), all.leftOut, all.fault);
    }

    private void read() {
        if (!document.path("openapi").asText("").matches("3\\.[01]\\.\\d+.*")) {
            fault = Optional.of(new Violation("openapi", "must be 3.0 or 3.1; older documents can be converted"));
            return;
        }
        List<Operation> wanted = wanted(operations());
        server = Servers.of(document, wanted);
        OperationImport reader = new OperationImport(document, references, options, server);
        wanted.forEach(operation -> read(operation, reader));
        if (actions.isEmpty()) {
            fault = Optional.of(new Violation("paths", "has no operation that can be a tool" + reasons()));
        }
    }

    private String reasons() {
        return leftOut.isEmpty()
                ? ""
                : ": "
                        + leftOut.stream()
                                .limit(OpenApiLimits.REASONS)
                                .map(one -> one.field() + " " + one.message())
                                .collect(Collectors.joining("; "));
    }

    private void read(Operation operation, OperationImport reader) {
        if (actions.size() >= OpenApiLimits.TOOLS) {
            leftOut.add(new Violation(
                    operation.title(),
                    "is beyond the " + OpenApiLimits.TOOLS + " tools of a document; name the wanted ones in include"));
            return;
        }
        try {
            actions.add(reader.action(
                    name(operation),
                    operation,
                    reason -> leftOut.add(
                            new Violation(operation.title(), "lacks an optional parameter, since it " + reason))));
        } catch (Unsupported unsupported) {
            leftOut.add(new Violation(operation.title(), unsupported.reason()));
        } catch (BrokenDocument broken) {
            leftOut.add(new Violation(operation.title(), broken.reason()));
        }
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : document.path("paths").properties()) {
            try {
                JsonNode item = references.resolved(entry.getValue());
                METHODS.stream()
                        .filter(method -> item.path(method).isObject())
                        .map(method ->
                                new Operation(method.toUpperCase(Locale.ROOT), entry.getKey(), item, item.path(method)))
                        .forEach(operations::add);
            } catch (Unsupported elsewhere) {
                leftOut.add(new Violation(entry.getKey(), elsewhere.reason()));
            } catch (BrokenDocument broken) {
                leftOut.add(new Violation(entry.getKey(), broken.reason()));
            }
        }
        return operations;
    }

    private List<Operation> wanted(List<Operation> operations) {
        if (options.include().isEmpty()) {
            return operations;
        }
        Set<String> unknown = new HashSet<>(options.include());
        List<Operation> wanted = new ArrayList<>();
        for (Operation operation : operations) {
            boolean byId = unknown.remove(operation.id());
            if (unknown.remove(operation.title()) || byId) {
                wanted.add(operation);
            }
        }
        unknown.stream()
                .sorted()
                .forEach(name -> leftOut.add(new Violation(name, "is in include, and not in the document")));
        return wanted;
    }

    private String name(Operation operation) {
        String own = ToolWording.action(operation.id());
        String wish = own.isEmpty() ? ToolWording.action(operation.title()) : own;
        String name = wish;
        for (int i = 2; !names.add(name); i++) {
            name = wish + "_" + i;
        }
        return name;
    }
}
