package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.BodyTemplate;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.PathTemplate;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.integrations.httptool.RequestTemplate;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Imports an operation as a tool. */
final class OperationImport {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final References references;
    private final OpenApiOptions options;
    private final SecurityScopes security;

    OperationImport(JsonNode document, References references, OpenApiOptions options) {
        this.references = references;
        this.options = options;
        this.security = new SecurityScopes(document, references, options.auth());
    }

    /**
     * The tool.
     *
     * @param name the unique name of the action
     */
    HttpAction action(String name, Operation operation) throws Unsupported {
        if (operation.json().has("servers") || operation.item().has("servers")) {
            throw new Unsupported("has a server of its own");
        }
        SchemaImport schemas = new SchemaImport(references);
        ToolDraft draft = new ToolDraft();
        new ParameterImport(references, options.taken(), schemas)
                .into(
                        draft,
                        operation.item().path("parameters"),
                        operation.json().path("parameters"));
        Optional<BodyFormat> format = operation.mayHaveBody()
                ? new BodyImport(references, schemas)
                        .into(draft, operation.json().path("requestBody"))
                : Optional.empty();
        RequestTemplate request = request(operation, draft, format);
        ToolDefinition definition = definition(name, operation, schema(draft, schemas));
        return new HttpAction(definition, request, options.answers());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema(ToolDraft draft, SchemaImport schemas) throws Unsupported {
        return MAPPER.convertValue(draft.schema(schemas.definitions()), Map.class);
    }

    private ToolDefinition definition(String name, Operation operation, Map<String, Object> schema) throws Unsupported {
        try {
            return new ToolDefinition(
                    new ToolName(options.integration() + "." + name),
                    new ToolDescription(description(operation)),
                    options.version(),
                    ToolParameters.ofSchema(schema),
                    options.integration(),
                    security.of(operation.json()));
        } catch (Refusal refusal) {
            throw new BrokenDocument(refusal.problem().message());
        }
    }

    private static String description(Operation operation) {
        String said = Stream.of("summary", "description")
                .map(field -> operation.json().path(field).asText("").strip())
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("\n\n"));
        String deprecated = operation.json().path("deprecated").asBoolean(false) ? "Deprecated. " : "";
        return ToolWording.cut(deprecated + (said.isEmpty() ? operation.title() : said), OpenApiLimits.DESCRIPTION);
    }

    private static RequestTemplate request(Operation operation, ToolDraft draft, Optional<BodyFormat> format)
            throws Unsupported {
        Optional<String> fault = PathTemplate.fault(operation.path());
        if (fault.isPresent()) {
            throw new Unsupported("has a path that " + fault.get());
        }
        Set<String> filled = new LinkedHashSet<>();
        Map<String, String> pointers = new LinkedHashMap<>();
        for (PlacedParameter parameter : draft.placed()) {
            switch (parameter.place()) {
                case PATH -> filled.add(parameter.target());
                case BODY -> pointers.put(parameter.name(), parameter.target());
                case QUERY, HEADER -> {}
            }
        }
        if (!filled.equals(PathTemplate.placeholders(operation.path()))) {
            throw new BrokenDocument("the placeholders of the path are not the parameters of the path");
        }
        return new RequestTemplate(
                operation.method(),
                PathTemplate.of(operation.path()),
                Map.of(),
                Map.of(),
                draft.placed(),
                format.map(known -> new RequestTemplate.Body(BodyTemplate.at(pointers), known)),
                new RequestTemplate.Repetition(
                        RequestTemplate.Repetition.isIdempotent(operation.method()), Optional.empty()));
    }
}
