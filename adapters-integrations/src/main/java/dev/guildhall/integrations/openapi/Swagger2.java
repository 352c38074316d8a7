package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * Writes the parts of a Swagger 2.0 document as those of OpenAPI 3.0. What its references lead to stays where it is, so
 * that {@code #/definitions/Pet} leads there still.
 */
final class Swagger2 {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";

    /** The members of a parameter that are not of its schema. */
    private static final Set<String> OF_THE_PARAMETER =
            Set.of("name", "in", "description", "required", "collectionFormat", "allowEmptyValue");

    private final JsonNode document;
    private final References references;

    Swagger2(JsonNode document, References references) {
        this.document = document;
        this.references = references;
    }

    static boolean is(JsonNode document) {
        return document.path("swagger").asText("").equals("2.0");
    }

    /** An operation with a body in place of the parameters {@code body} and {@code formData}. */
    Operation converted(Operation operation) throws Unsupported {
        ObjectNode json = NODES.objectNode().<ObjectNode>setAll((ObjectNode) operation.json());
        ArrayNode parameters = json.putArray("parameters");
        List<JsonNode> fields = new ArrayList<>();
        for (JsonNode parameter : ParameterImport.merged(references, operation.parameters())) {
            switch (parameter.path("in").asText()) {
                case "body" -> json.set("requestBody", body(operation.json(), parameter));
                case "formData" -> fields.add(parameter);
                default -> parameters.add(placed(parameter));
            }
        }
        if (!fields.isEmpty()) {
            json.set("requestBody", form(operation.json(), fields));
        }
        ObjectNode item = NODES.objectNode();
        return new Operation(operation.method(), operation.path(), item, json);
    }

    private static ObjectNode placed(JsonNode parameter) {
        ObjectNode placed = NODES.objectNode();
        for (String kept : new String[] {"name", "in", "description", "required"}) {
            if (parameter.has(kept)) {
                placed.set(kept, parameter.path(kept));
            }
        }
        placed.set("schema", parameter.has("schema") ? parameter.path("schema") : schema(parameter));
        boolean isQuery = parameter.path("in").asText().equals("query");
        style(parameter, isQuery, placed);
        return placed;
    }

    /** A parameter's own description of its value. */
    private static ObjectNode schema(JsonNode parameter) {
        ObjectNode schema = NODES.objectNode();
        for (Map.Entry<String, JsonNode> member : parameter.properties()) {
            if (!OF_THE_PARAMETER.contains(member.getKey())) {
                schema.set(member.getKey(), member.getValue());
            }
        }
        if (schema.path("type").asText().equals("file")) {
            schema.put("type", "string").put("format", "binary");
        }
        return schema;
    }

    private static void style(JsonNode parameter, boolean isQuery, ObjectNode out) {
        if (!parameter.path("type").asText().equals("array")) {
            return;
        }
        String format = parameter.path("collectionFormat").asText("csv");
        switch (format) {
            case "multi" -> out.put("style", "form").put("explode", true);
            case "csv" -> out.put("style", isQuery ? "form" : "simple").put("explode", false);
            case "ssv" -> out.put("style", "spaceDelimited").put("explode", false);
            case "pipes" -> out.put("style", "pipeDelimited").put("explode", false);
            default -> out.put("style", format);
        }
    }

    private JsonNode body(JsonNode operation, JsonNode parameter) {
        ObjectNode body = NODES.objectNode();
        body.put("required", parameter.path("required").asBoolean(false));
        ObjectNode content = body.putObject("content");
        List<String> types = consumes(operation);
        for (String type : types.isEmpty() ? List.of("application/json") : types) {
            content.putObject(type).set("schema", parameter.path("schema"));
        }
        return body;
    }

    private JsonNode form(JsonNode operation, List<JsonNode> fields) throws Unsupported {
        ObjectNode media = NODES.objectNode();
        ObjectNode schema = media.putObject("schema").put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        ObjectNode encoding = media.putObject("encoding");
        boolean hasFile = false;
        for (JsonNode field : fields) {
            String name = field.path("name").asText();
            ObjectNode described = schema(field);
            if (field.has("description")) {
                described.set("description", field.path("description"));
            }
            properties.set(name, described);
            style(field, true, encoding.putObject(name));
            if (encoding.path(name).path("style").asText().equals("tsv")) {
                throw new Unsupported("has the field " + name + " in the format tsv");
            }
            if (field.path("required").asBoolean(false)) {
                required.add(name);
            }
            hasFile |= field.path("type").asText().equals("file");
        }
        List<String> types = consumes(operation);
        boolean isMultipart = hasFile || (types.contains(MULTIPART) && !types.contains(FORM));
        ObjectNode body = NODES.objectNode().put("required", !required.isEmpty());
        body.putObject("content").set(isMultipart ? MULTIPART : FORM, media);
        return body;
    }

    private List<String> consumes(JsonNode operation) {
        JsonNode types = operation.has("consumes") ? operation.path("consumes") : document.path("consumes");
        return types.valueStream()
                .limit(OpenApiLimits.ALTERNATIVES)
                .map(type -> type.asText().strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The address of the operations, with what is absent as in the address of the document. */
    static Optional<String> server(JsonNode document, Optional<HttpUrl> source) {
        Set<String> known = Set.of("http", "https");
        Optional<String> host = Optional.of(document.path("host").asText(""))
                .filter(text -> !text.isBlank())
                .or(() -> source.map(url -> url.host().contains(":")
                        ? "[" + url.host() + "]:" + url.port()
                        : url.host() + ":" + url.port()));
        List<String> schemes = document.path("schemes")
                .valueStream()
                .limit(OpenApiLimits.ALTERNATIVES)
                .map(JsonNode::asText)
                .filter(known::contains)
                .toList();
        String scheme = schemes.contains("https") || (schemes.isEmpty() && source.isEmpty())
                ? "https"
                : schemes.isEmpty() ? source.get().scheme() : "http";
        String path = document.path("basePath").asText("");
        return host.map(name -> scheme + "://" + name + (path.isEmpty() || path.startsWith("/") ? path : "/" + path));
    }

    /** The sign-in schemes as those of OpenAPI 3.0. */
    static JsonNode securitySchemes(JsonNode document) {
        ObjectNode schemes = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry :
                document.path("securityDefinitions").properties()) {
            schemes.set(entry.getKey(), scheme(entry.getValue()));
        }
        return schemes;
    }

    private static JsonNode scheme(JsonNode scheme) {
        return switch (scheme.path("type").asText()) {
            case "basic" -> NODES.objectNode().put("type", "http").put("scheme", "basic");
            case "oauth2" -> {
                ObjectNode modern = NODES.objectNode().put("type", "oauth2");
                String flow = scheme.path("flow").asText();
                modern.putObject("flows").set(flow.equals("accessCode") ? "authorizationCode" : flow, scheme);
                yield modern;
            }
            default -> scheme;
        };
    }
}
