package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An operation of a document.
 *
 * @param method in capitals
 * @param path as a template
 * @param item the document's object for the path
 * @param json the document's object for the operation
 */
record Operation(String method, String path, JsonNode item, JsonNode json) {
    /** The operation in messages: {@code GET /pets}. */
    String title() {
        return method + " " + path;
    }

    String id() {
        return json.path("operationId").asText("");
    }

    boolean mayHaveBody() {
        return json.has("requestBody") && !method.equals("GET") && !method.equals("HEAD");
    }
}
