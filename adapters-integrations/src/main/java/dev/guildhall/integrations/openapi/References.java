package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/** Resolves references within one document, and no others. */
final class References {
    private static final String REF = "$ref";

    private final JsonNode document;
    private final Set<String> own = new HashSet<>();

    /** @param source the address of the document, which its references may name; absent when it has none */
    References(JsonNode document, Optional<HttpUrl> source) {
        this.document = document;
        own.add("");
        // OpenAPI 3.2, 4.1.2: a document may name its own address.
        own.add(document.path("$self").asText(""));
        source.ifPresent(address -> own.add(address.toString()));
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
        throw new BrokenDocument(cut(node.path(REF).asText()) + " refers to itself in a cycle");
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
        String[] parts = reference.split("#", 2);
        if (!own.contains(parts[0])) {
            throw new Unsupported("refers to another document, " + cut(reference));
        }
        JsonNode target = document.at(pointer(parts.length == 1 ? "" : parts[1]));
        if (target.isMissingNode()) {
            throw new BrokenDocument("there is nothing at " + cut(reference));
        }
        return target;
    }

    private static JsonPointer pointer(String fragment) {
        try {
            // A plus is a literal plus in a fragment; only in a form is it a space.
            return JsonPointer.compile(URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw new BrokenDocument("#" + cut(fragment) + " is not a reference into the document");
        }
    }

    private static String cut(String reference) {
        return ToolWording.cut(reference, OpenApiLimits.TITLE);
    }
}
