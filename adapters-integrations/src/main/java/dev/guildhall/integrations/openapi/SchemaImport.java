package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The schemas of one tool. Those that are referred to are added once, under {@code $defs}, so that recursive schemas stay
 * finite; the nearest come first, and those for which there is no room accept any value.
 */
final class SchemaImport {
    private final DocumentSchemas document;
    private final Set<String> references = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    SchemaImport(DocumentSchemas document) {
        this.document = document;
    }

    /** An equivalent schema of draft 2020-12; fails when it is in another document. */
    ConvertedSchema imported(JsonNode schema) throws Unsupported {
        ConvertedSchema converted = document.converted(schema);
        for (String reference : converted.references()) {
            requireInside(document.target(reference));
        }
        references.addAll(converted.references());
        return converted;
    }

    private static ConvertedSchema requireInside(ConvertedSchema target) throws Unsupported {
        if (target.elsewhere().isPresent()) {
            throw new Unsupported(target.elsewhere().get());
        }
        return target;
    }

    /**
     * All schemas that were referred to, also by each other.
     *
     * @param room for all of them, in characters
     */
    Map<String, JsonNode> definitions(long room) throws Unsupported {
        Map<String, JsonNode> definitions = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>(references);
        long left = room;
        int opened = 0;
        while (!open.isEmpty()) {
            String reference = open.remove();
            String name = document.name(reference);
            if (definitions.containsKey(name)) {
                continue;
            }
            ConvertedSchema target = requireInside(document.target(reference));
            target.dangling().ifPresent(reason -> warnings.add(reason + ", so any value is accepted there"));
            if (definitions.size() - opened < OpenApiLimits.DEFINITIONS && target.size() <= left) {
                left -= target.size();
                definitions.put(name, target.schema());
                open.addAll(target.references());
            } else {
                opened++;
                definitions.put(name, DocumentSchemas.any());
            }
        }
        if (opened > 0) {
            warnings.add("has a large schema, so any value is accepted in " + opened + " of its parts");
        }
        return definitions;
    }

    /** What the schema cannot say; complete after {@link #definitions}. */
    Optional<String> warning() {
        return warnings.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(
                        "; ", warnings.stream().limit(OpenApiLimits.REASONS).toList()));
    }
}
