package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The schemas of a document, each converted once, however many operations use it. Those that others refer to have unique
 * names in the whole document.
 */
final class DocumentSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final References references;
    private final IdentityHashMap<JsonNode, ConvertedSchema> inPlace = new IdentityHashMap<>();
    private final Map<String, ConvertedSchema> targets = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> repeats = new HashMap<>();

    DocumentSchemas(References references) {
        this.references = references;
    }

    ConvertedSchema converted(JsonNode schema) {
        ConvertedSchema known = inPlace.get(schema);
        if (known == null) {
            known = ConvertedSchema.of(schema, this::name);
            inPlace.put(schema, known);
        }
        return known;
    }

    /** The schema that a reference leads to; one to nothing, or only to itself, accepts any value. */
    ConvertedSchema target(String reference) {
        ConvertedSchema known = targets.get(reference);
        if (known == null) {
            known = found(reference);
            targets.put(reference, known);
        }
        return known;
    }

    private ConvertedSchema found(String reference) {
        try {
            JsonNode target = references.target(reference);
            references.resolved(target);
            return converted(target);
        } catch (Unsupported elsewhere) {
            return ConvertedSchema.outside(elsewhere.reason());
        } catch (BrokenDocument dangling) {
            return ConvertedSchema.open(dangling.reason());
        }
    }

    /** The name of a reference's schema, below {@code $defs}. */
    String name(String reference) {
        return names.computeIfAbsent(reference, this::unique);
    }

    private String unique(String reference) {
        String last = reference.substring(reference.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9_.-]", "_");
        String wish = last.isEmpty() ? "Root" : last;
        String name = wish;
        while (!taken.add(name)) {
            name = wish + "_" + repeats.merge(wish, 2, (count, ignored) -> count + 1);
        }
        return name;
    }

    static JsonNode any() {
        return NODES.objectNode();
    }
}
