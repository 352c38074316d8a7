package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.httptool.BodyTemplate;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.PathTemplate;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.integrations.httptool.RequestTemplate;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class OperationImport {
    private final References references;
    private final DocumentSchemas schemas;
    private final OpenApiOptions options;
    private final Api api;
    private final long share;

    /** @param share of the size of all tools' schemas, in characters: larger ones are simplified */
    OperationImport(References references, OpenApiOptions options, Api api, long share) {
        this.references = references;
        this.schemas = new DocumentSchemas(references);
        this.options = options;
        this.api = api;
        this.share = share;
    }

    /**
     * What all operations have in common.
     *
     * @param server the address of the operations; absent when the document names none
     */
    record Api(Optional<String> server, ApiAuth auth, SecurityImport security) {}

    /**
     * A tool.
     *
     * @param size the length of its schema as JSON, in characters
     * @param warnings what it lacks
     */
    record Tool(HttpAction action, long size, List<String> warnings) {}

    Tool tool(String name, Operation operation) throws Unsupported {
        if (!Servers.of(operation).or(api::server).equals(api.server())) {
            throw new Unsupported("has a server of its own");
        }
        SchemaImport ofTool = new SchemaImport(schemas);
        ToolDraft draft = new ToolDraft();
        new ParameterImport(references, new ParameterImport.Taken(api.auth().place(), options), ofTool)
                .into(draft, operation.parameters());
        Optional<BodyImport.Form> form = operation.mayHaveBody()
                ? new BodyImport(references, ofTool)
                        .into(draft, operation.json().path("requestBody"))
                : Optional.empty();
        RequestTemplate request = request(operation, draft, form);
        ObjectNode schema = draft.schema(ofTool.definitions(Math.max(0, share - draft.size())));
        ToolDefinition definition = definition(name, operation, plain(schema));
        List<String> warnings = new ArrayList<>();
        draft.leftOut().forEach(reason -> warnings.add("lacks an optional parameter, since it " + reason));
        ofTool.warning().ifPresent(warnings::add);
        return new Tool(
                new HttpAction(definition, request, options.tools().answers()),
                schema.toString().length(),
                warnings);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> plain(ObjectNode schema) {
        return Json.LENIENT.convertValue(schema, Map.class);
    }

    private ToolDefinition definition(String name, Operation operation, Map<String, Object> schema) throws Unsupported {
        OpenApiOptions.Tools tools = options.tools();
        try {
            return new ToolDefinition(
                    new ToolName(tools.integration() + "." + name),
                    new ToolDescription(description(operation)),
                    tools.version(),
                    ToolParameters.ofSchema(schema),
                    tools.integration(),
                    scopes(operation));
        } catch (Refusal refusal) {
            throw new BrokenDocument(refusal.problem().message());
        }
    }

    private List<Scope> scopes(Operation operation) throws Unsupported {
        AuthScheme auth = api.auth().scheme();
        List<Scope> scopes = api.security().scopes(operation, auth);
        for (Scope scope : scopes) {
            if (!auth.grantable().contains(scope)) {
                throw new Unsupported("needs the scope " + scope
                        + ", which is not one of those that can be granted, so no user could have it");
            }
        }
        return scopes;
    }

    private static String description(Operation operation) {
        String said = Stream.of("summary", "description")
                .map(field -> ToolWording.cut(operation.json().path(field).asText(""), OpenApiLimits.DESCRIPTION))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("\n\n"));
        String deprecated = operation.json().path("deprecated").asBoolean(false) ? "Deprecated. " : "";
        return ToolWording.cut(deprecated + (said.isEmpty() ? operation.title() : said), OpenApiLimits.DESCRIPTION);
    }

    private static RequestTemplate request(Operation operation, ToolDraft draft, Optional<BodyImport.Form> form)
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
                form.map(known -> new RequestTemplate.Body(
                        BodyTemplate.at(pointers), known.format(), known.mediaType(), known.styles(), known.files())),
                new RequestTemplate.Repetition(
                        RequestTemplate.Repetition.isIdempotent(operation.method()), Optional.empty()));
    }
}
