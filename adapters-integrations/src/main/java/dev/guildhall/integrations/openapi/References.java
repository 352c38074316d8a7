package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Resolves references within one document, and no others. */
final class References {
    private static final String REF = "$ref";

    private final JsonNode document;

    References(JsonNode document) {
        this.document = document;
    }

    /** The node itself, or the end of its chain of references. */
    JsonNode resolved(JsonNode node) throws Unsupported {
        JsonNode current = node;
        for (int i = 0; i < OpenApiLimits.CHAIN; i++) {
            if (!current.path(REF).isTextual()) {
                return current;
            }
            current = target(current.path(REF).textValue());
        }
        throw new BrokenDocument(node.path(REF).asText() + " refers to itself in a cycle");
    }

    /** A schema; one that refers to nothing, or to another document, accepts any value. */
    JsonNode schema(JsonNode node) {
        try {
            return resolved(node);
        } catch (Unsupported | BrokenDocument dangling) {
            return MissingNode.getInstance();
        }
    }

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
            // A plus is a literal plus in a fragment; only in a form is it a space.
            String fragment = reference.substring(1).replace("+", "%2B");
            return JsonPointer.compile(URLDecoder.decode(fragment, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw new BrokenDocument(reference + " is not a reference into the document");
        }
    }
}
