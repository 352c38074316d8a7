package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Follows references within one document, and nowhere else. */
final class References {
    private static final String REF = "$ref";

    private final JsonNode document;

    References(JsonNode document) {
        this.document = document;
    }

    /** What a node stands for: itself, or what its reference leads to in the end. */
    JsonNode resolved(JsonNode node) throws Unsupported {
        JsonNode current = node;
        for (int i = 0; i < OpenApiLimits.CHAIN; i++) {
            if (!current.path(REF).isTextual()) {
                return current;
            }
            current = target(current.path(REF).textValue());
        }
        throw new BrokenDocument(node.path(REF).asText() + " leads in a circle");
    }

    /** What a reference points to. */
    JsonNode target(String reference) throws Unsupported {
        if (!reference.startsWith("#")) {
            throw new Unsupported("refers to another document, " + reference);
        }
        JsonNode target = document.at(pointer(reference));
        if (target.isMissingNode()) {
            throw new BrokenDocument("there is nothing at " + reference);
        }
        return target;
    }

    private static JsonPointer pointer(String reference) {
        try {
            // A plus is itself in a fragment, and a space in a form alone.
            String fragment = reference.substring(1).replace("+", "%2B");
            return JsonPointer.compile(URLDecoder.decode(fragment, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw new BrokenDocument(reference + " is no reference into a document");
        }
    }
}
