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

    boolean mayHaveBody() {
        return json.has("requestBody") && !method.equals("GET") && !method.equals("HEAD");
    }
}
