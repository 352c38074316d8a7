package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.httptool.FilePart;
import java.util.Optional;
import java.util.Set;

/** The parameter for a file of a form, or for a list of files: an object of its name and its content. */
final class FileSchema {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private FileSchema() {}

    static ConvertedSchema of(JsonNode described) {
        boolean isList = described.path("type").asText().equals("array");
        ObjectNode schema = isList ? NODES.objectNode().put("type", "array").set("items", file()) : file();
        String description = described.path("description").asText("");
        if (!description.isBlank()) {
            schema.put("description", ToolWording.cut(description, OpenApiLimits.SCHEMA_DESCRIPTION));
        }
        return new ConvertedSchema(schema, Set.of(), schema.toString().length(), Optional.empty(), Optional.empty());
    }

    private static ObjectNode file() {
        ObjectNode file = NODES.objectNode().put("type", "object");
        ObjectNode properties = file.putObject("properties");
        text(properties, FilePart.NAME, "The file's name.");
        text(properties, FilePart.TYPE, "The file's media type.");
        text(properties, FilePart.TEXT, "The content of a text file; otherwise base64.");
        text(properties, FilePart.BASE64, "The content in base64 (RFC 4648, 4).");
        file.putArray("required").add(FilePart.NAME);
        return file.put("additionalProperties", false);
    }

    private static void text(ObjectNode properties, String name, String description) {
        properties.putObject(name).put("type", "string").put("description", description);
    }
}
