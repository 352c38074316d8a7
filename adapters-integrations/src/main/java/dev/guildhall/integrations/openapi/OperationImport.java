package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class OperationImport {
    private static final Set<String> CONSENTED = Set.of("oauth2", "openIdConnect");

    private final JsonNode document;
    private final References references;
    private final OpenApiOptions options;
    private final Optional<String> server;

    /** @param server the address of the operations; absent when the document names none */
    OperationImport(JsonNode document, References references, OpenApiOptions options, Optional<String> server) {
        this.server = server;
        this.references = references;
        this.options = options;
        this.document = document;
    }

    /** @param leftOut gets the reasons for which optional parameters are left out */
    HttpAction action(String name, Operation operation, Consumer<String> leftOut) throws Unsupported {
        if (!Servers.of(operation).or(() -> server).equals(server)) {
            throw new Unsupported("has a server of its own");
        }
        SchemaImport schemas = new SchemaImport(references);
        ToolDraft draft = new ToolDraft();
        new ParameterImport(references, options.taken(), schemas)
                .into(
                        draft,
                        operation.item().path("parameters"),
                        operation.json().path("parameters"));
        Optional<BodyImport.Form> form = operation.mayHaveBody()
                ? new BodyImport(references, schemas)
                        .into(draft, operation.json().path("requestBody"))
                : Optional.empty();
        draft.leftOut().forEach(leftOut);
        RequestTemplate request = request(operation, draft, form);
        ToolDefinition definition = definition(name, operation, schema(draft, schemas));
        return new HttpAction(definition, request, options.answers());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema(ToolDraft draft, SchemaImport schemas) throws Unsupported {
        return Json.LENIENT.convertValue(draft.schema(schemas.definitions()), Map.class);
    }

    private ToolDefinition definition(String name, Operation operation, Map<String, Object> schema) throws Unsupported {
        try {
            return new ToolDefinition(
                    new ToolName(options.integration() + "." + name),
                    new ToolDescription(description(operation)),
                    options.version(),
                    ToolParameters.ofSchema(schema),
                    options.integration(),
                    scopes(operation.json()));
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
                        BodyTemplate.at(pointers), known.format(), known.mediaType(), known.styles())),
                new RequestTemplate.Repetition(
                        RequestTemplate.Repetition.isIdempotent(operation.method()), Optional.empty()));
    }

    private List<Scope> scopes(JsonNode operation) throws Unsupported {
        if (!(options.auth() instanceof AuthScheme.OAuth2)) {
            return List.of();
        }
        JsonNode alternatives = operation.has("security") ? operation.path("security") : document.path("security");
        for (JsonNode alternative : alternatives) {
            if (alternative.isEmpty()) {
                return List.of();
            }
        }
        for (JsonNode alternative : alternatives) {
            List<Scope> scopes = new ArrayList<>();
            if (isConsent(alternative, scopes)) {
                return scopes;
            }
        }
        return List.of();
    }

    private boolean isConsent(JsonNode alternative, List<Scope> scopes) throws Unsupported {
        boolean consent = false;
        for (Map.Entry<String, JsonNode> need : alternative.properties()) {
            JsonNode scheme = references.resolved(
                    document.path("components").path("securitySchemes").path(need.getKey()));
            if (CONSENTED.contains(scheme.path("type").asText())) {
                consent = true;
                for (JsonNode scope : need.getValue()) {
                    scopes.add(scope(scope.asText()));
                }
            }
        }
        return consent;
    }

    private static Scope scope(String text) {
        try {
            return new Scope(text);
        } catch (Refusal malformed) {
            throw new BrokenDocument("'" + text + "' is not a valid scope");
        }
    }
}
