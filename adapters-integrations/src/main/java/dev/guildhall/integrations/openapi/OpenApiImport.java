package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import okhttp3.HttpUrl;

/**
 * Imports the text of an OpenAPI document, 3.0 to 3.2, or of a Swagger 2.0 document, JSON or YAML, as tools: each
 * operation becomes one. What cannot become a tool is left out with its reason. References are resolved within the
 * document alone, and nothing is ever fetched.
 *
 * <p>The work is bounded by the size of the document, and by that of all schemas together: each schema is converted once,
 * however many operations use it.
 */
public final class OpenApiImport {
    private final OpenApiOptions options;
    private final JsonSchemaValidator validator;
    private final List<HttpAction> actions = new ArrayList<>();
    private final List<Violation> leftOut = new ArrayList<>();
    private final List<Violation> warnings = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, Integer> repeats = new HashMap<>();
    private long room = OpenApiLimits.SCHEMAS;

    private OpenApiImport(OpenApiOptions options, JsonSchemaValidator validator) {
        this.options = options;
        this.validator = validator;
    }

    /**
     * Reads a document of at most 5 MiB. Blocks: 10,000 operations take a second or some, the most that such a document can
     * have (250,000) half a minute; an interrupt ends it.
     *
     * @param validator checks that the schemas of tools can be used
     * @return the tools; with a {@link OpenApiTools#fault} when the document cannot be used
     * @throws Refusal with {@code CommonProblem.Cancelled} after an interrupt, which is kept
     */
    public static OpenApiTools read(String text, OpenApiOptions options, JsonSchemaValidator validator) {
        JsonNode document;
        try {
            document = DocumentText.read(text);
        } catch (BrokenDocument broken) {
            return OpenApiTools.broken("document", broken.reason());
        }
        boolean isKnown = document.path("openapi").asText("").matches("3\\.[0-2]\\.\\d+.*") || Swagger2.is(document);
        return isKnown
                ? new OpenApiImport(options, validator).read(document)
                : OpenApiTools.broken("openapi", "must be 3.0, 3.1 or 3.2, or \"swagger\" must be \"2.0\"");
    }

    private OpenApiTools read(JsonNode document) {
        Optional<HttpUrl> source = options.address().source();
        References references = new References(document, source);
        List<Operation> wanted = wanted(new Operations(document, references, leftOut).all());
        Optional<String> server = Servers.of(document, source, wanted);
        Optional<HttpUrl> base = options.address().base().or(() -> Servers.absolute(server, source));
        SecurityImport security = new SecurityImport(document, references, options);
        ApiAuth auth = options.auth().orElseGet(() -> security.chosen(wanted, warnings::add));

        long share = Math.clamp(
                OpenApiLimits.SCHEMAS / Math.max(1, wanted.size()), OpenApiLimits.SCHEMA_SHARE, OpenApiLimits.SCHEMA);
        OperationImport reader =
                new OperationImport(references, options, new OperationImport.Api(server, auth, security), share);
        for (Operation operation : wanted) {
            requireUninterrupted();
            read(operation, reader);
        }
        return new OpenApiTools(about(document), base, auth, actions, leftOut, warnings, fault(base, server));
    }

    private static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static OpenApiTools.About about(JsonNode document) {
        JsonNode info = document.path("info");
        return new OpenApiTools.About(
                ToolWording.cut(info.path("title").asText(""), OpenApiLimits.TITLE),
                ToolWording.cut(info.path("description").asText(""), OpenApiLimits.API_DESCRIPTION));
    }

    private Optional<Violation> fault(Optional<HttpUrl> base, Optional<String> server) {
        if (actions.isEmpty()) {
            return Optional.of(new Violation("paths", "has no operation that can be a tool" + reasons()));
        }
        return base.isPresent()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "baseUrl",
                        "is required, since "
                                + server.map(address -> "the server of the OpenAPI document, "
                                                + ToolWording.cut(address, OpenApiLimits.TITLE)
                                                + ", is not an absolute http or https address")
                                        .orElse("the OpenAPI document names no server by an absolute address")));
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
        try {
            OperationImport.Tool tool = reader.tool(name(operation), operation);
            HttpAction action = tool.action();
            room -= tool.size();
            if (room < 0) {
                throw new Unsupported("is beyond the " + OpenApiLimits.SCHEMAS
                        + " characters of the schemas of a document; name the wanted operations in include");
            }
            if (!validator.isUsable(action.definition().parameters().inputSchema())) {
                throw new Unsupported("has parameters that lead to an invalid schema");
            }
            actions.add(action);
            tool.warnings().forEach(warning -> warnings.add(new Violation(operation.title(), warning)));
        } catch (Unsupported unsupported) {
            leftOut.add(new Violation(operation.title(), unsupported.reason()));
        } catch (BrokenDocument broken) {
            leftOut.add(new Violation(operation.title(), broken.reason()));
        }
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
        while (!names.add(name)) {
            name = ToolWording.numbered(wish, repeats.merge(wish, 2, (count, first) -> count + 1));
        }
        return name;
    }
}
