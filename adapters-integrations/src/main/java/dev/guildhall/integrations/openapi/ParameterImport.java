package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

final class ParameterImport {
    /** OpenAPI 3.1, 4.8.12.1: these headers are described elsewhere. */
    private static final Set<String> IGNORED = Set.of("accept", "content-type", "authorization");

    private final References references;
    private final Taken taken;
    private final SchemaImport schemas;

    /** The credential's position and the names of constant headers, which no argument may have. */
    record Taken(CredentialPlace credential, OpenApiOptions options) {
        boolean header(String name) {
            return options.hasHeader(name)
                    || (credential instanceof CredentialPlace.Header(String own, String ignored)
                            && own.equalsIgnoreCase(name));
        }

        boolean query(String name) {
            return credential instanceof CredentialPlace.Query(String own) && own.equals(name);
        }
    }

    ParameterImport(References references, Taken taken, SchemaImport schemas) {
        this.references = references;
        this.taken = taken;
        this.schemas = schemas;
    }

    /** Adds the parameters of a path and of one of its operations; the latter take precedence. */
    void into(ToolDraft draft, Operation.Parameters parameters) throws Unsupported {
        for (JsonNode parameter : merged(references, parameters)) {
            try {
                add(draft, parameter);
            } catch (Unsupported unsupported) {
                if (isRequired(parameter)) {
                    throw unsupported;
                }
                draft.leaveOut(unsupported.reason());
            }
        }
    }

    /** The parameters without those that a later one of the same name and place replaces. */
    static Collection<JsonNode> merged(References references, Operation.Parameters parameters) throws Unsupported {
        Map<String, JsonNode> byPlace = new LinkedHashMap<>();
        for (JsonNode list : new JsonNode[] {parameters.ofPath(), parameters.ofOperation()}) {
            if (list.size() > OpenApiLimits.PARAMETERS) {
                throw new Unsupported("has more than " + OpenApiLimits.PARAMETERS + " parameters");
            }
            for (JsonNode written : list) {
                JsonNode parameter = references.resolved(written);
                byPlace.put(
                        parameter.path("in").asText() + " "
                                + parameter.path("name").asText(),
                        parameter);
            }
        }
        return byPlace.values();
    }

    private static boolean isRequired(JsonNode parameter) {
        return parameter.path("required").asBoolean(false)
                || parameter.path("in").asText().equals("path");
    }

    private void add(ToolDraft draft, JsonNode parameter) throws Unsupported {
        String name = parameter.path("name").asText();
        String in = parameter.path("in").asText();
        Optional<Place> place = Place.fromWire(in).filter(known -> known != Place.BODY);
        if (name.isEmpty() || place.isEmpty()) {
            throw new Unsupported("has the parameter " + name + " in " + (in.isEmpty() ? "no place" : in));
        }
        if (isFilledIn(name, place.get())) {
            return;
        }
        JsonNode json = parameter.path("content").path("application/json");
        JsonNode schema = json.isMissingNode() ? parameter.path("schema") : json.path("schema");
        ListStyle style = json.isMissingNode() ? style(parameter, place.get()) : ListStyle.JSON;
        ToolDraft.Location location = new ToolDraft.Location(place.get(), name, style);
        ConvertedSchema imported = schemas.imported(schema);
        draft.add(name, described(imported, parameter), isRequired(parameter), location);
    }

    private boolean isFilledIn(String name, Place place) throws Unsupported {
        if (place == Place.QUERY) {
            return taken.query(name);
        }
        if (place != Place.HEADER) {
            return false;
        }
        if (IGNORED.contains(name.toLowerCase(Locale.ROOT)) || taken.header(name)) {
            return true;
        }
        if (HeaderText.argumentNameFault(name).isPresent()) {
            throw new Unsupported("has the header " + name + ", which no argument may set");
        }
        return false;
    }

    /** The styles of OpenAPI 3.1, 4.8.12.3. */
    private ListStyle style(JsonNode parameter, Place place) throws Unsupported {
        String style = parameter.path("style").asText(place == Place.QUERY ? "form" : "simple");
        boolean explode = parameter.path("explode").asBoolean(style.equals("form"));
        if (style.equals("deepObject") && place == Place.QUERY) {
            return ListStyle.DEEP;
        }
        if (isObject(references.schema(parameter.path("schema")))) {
            throw new Unsupported("has the object " + parameter.path("name").asText() + " in the style " + style);
        }
        return switch (style) {
            case "form" -> explode ? ListStyle.REPEAT : ListStyle.COMMA;
            case "simple" -> ListStyle.COMMA;
            case "spaceDelimited" -> explode ? ListStyle.REPEAT : ListStyle.SPACE;
            case "pipeDelimited" -> explode ? ListStyle.REPEAT : ListStyle.PIPE;
            default ->
                throw new Unsupported(
                        "has the parameter " + parameter.path("name").asText() + " in the style " + style);
        };
    }

    private static boolean isObject(JsonNode schema) {
        return schema.path("type").asText().equals("object") || schema.has("properties");
    }

    private static ConvertedSchema described(ConvertedSchema schema, JsonNode parameter) {
        String description = parameter.path("description").asText("");
        return description.isBlank() ? schema : schema.described(description);
    }
}
