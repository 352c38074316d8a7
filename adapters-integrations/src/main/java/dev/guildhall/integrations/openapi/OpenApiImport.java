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

/** Imports an OpenAPI document, 3.0 or 3.1, as tools. Unsupported operations are skipped; invalid parts are faults. */
public final class OpenApiImport {
    private static final List<String> METHODS = List.of("get", "head", "post", "put", "patch", "delete");

    private final JsonNode document;
    private final OpenApiOptions options;
    private final References references;
    private final List<HttpAction> actions = new ArrayList<>();
    private final List<Violation> skipped = new ArrayList<>();
    private final List<Violation> faults = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private OpenApiImport(JsonNode document, OpenApiOptions options) {
        this.document = document;
        this.options = options;
        this.references = new References(document);
    }

    /** Reads a document. */
    public static OpenApiTools read(JsonNode document, OpenApiOptions options) {
        OpenApiImport all = new OpenApiImport(document, options);
        all.read();
        return new OpenApiTools(all.actions, all.server(), all.skipped, all.faults);
    }

    private void read() {
        if (!document.path("openapi").asText("").matches("3\\.[01]\\.\\d+.*")) {
            faults.add(new Violation("openapi", "must be 3.0 or 3.1; older documents can be converted"));
            return;
        }
        List<Operation> operations = wanted(operations());
        if (operations.size() > OpenApiLimits.TOOLS) {
            faults.add(new Violation(
                    "paths",
                    "has " + operations.size() + " operations; name at most " + OpenApiLimits.TOOLS
                            + " of them in include"));
            return;
        }
        OperationImport reader = new OperationImport(document, references, options);
        operations.forEach(operation -> read(operation, reader));
        if (actions.isEmpty() && faults.isEmpty()) {
            faults.add(new Violation("paths", "has no operation that can be a tool"));
        }
    }

    private void read(Operation operation, OperationImport reader) {
        try {
            actions.add(reader.action(name(operation), operation));
        } catch (Unsupported unsupported) {
            skipped.add(new Violation(operation.title(), unsupported.reason()));
        } catch (BrokenDocument broken) {
            faults.add(new Violation(operation.title(), broken.reason()));
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
                skipped.add(new Violation(entry.getKey(), elsewhere.reason()));
            } catch (BrokenDocument broken) {
                faults.add(new Violation(entry.getKey(), broken.reason()));
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
                .forEach(name -> faults.add(new Violation("include", "there is no operation " + name)));
        return wanted;
    }

    /** A unique name: the operation's own, or one made of its method and path. */
    private String name(Operation operation) {
        String own = ToolWording.action(operation.id());
        String wish = own.isEmpty() ? ToolWording.action(operation.title()) : own;
        String name = wish;
        for (int i = 2; !names.add(name); i++) {
            name = wish + "_" + i;
        }
        return name;
    }

    /** The first server with an absolute address, with its variables at their defaults. */
    private Optional<String> server() {
        JsonNode server = document.path("servers").path(0);
        String url = server.path("url").asText("");
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asText());
        }
        return Optional.of(url).filter(address -> address.matches("https?://[^{}]+"));
    }
}
