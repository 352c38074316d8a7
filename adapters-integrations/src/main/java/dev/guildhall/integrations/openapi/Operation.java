package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;

/** An operation of a document, with the document's object for its path. */
record Operation(String method, String path, JsonNode item, JsonNode json) {
    /** The operation in messages: {@code GET /pets}. */
    String title() {
        return method + " " + path;
    }

    String id() {
        return json.path("operationId").asText("");
    }

    /** The parameters of its path and its own. */
    Parameters parameters() {
        return new Parameters(item.path("parameters"), json.path("parameters"));
    }

    /** Parameters as they are written; those of the operation take precedence. */
    record Parameters(JsonNode ofPath, JsonNode ofOperation) {}

    boolean mayHaveBody() {
        return json.has("requestBody") && !method.equals("GET") && !method.equals("HEAD");
    }
}
