package dev.guildhall.core.tool;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.tool.ToolDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Compares definitions without their names and versions: what an admin approves. */
final class ToolDigest {
    private ToolDigest() {}

    /** A definition of an earlier version, which did not store what a server declares, is compared without that. */
    static boolean isSame(ToolDefinition known, ToolDefinition offered) {
        return JsonDigest.of(known).equals(JsonDigest.of(offered))
                && (known.declared().isEmpty()
                        || JsonDigest.of(approved(known)).equals(JsonDigest.of(approved(offered))));
    }

    static String of(ToolDefinition definition) {
        String digest = JsonDigest.of(definition);
        return definition.declared().isEmpty()
                ? digest
                : JsonDigest.of(Map.of("definition", digest, "declared", approved(definition)));
    }

    /** Without what is only for display or for programs, and may change with each list. */
    private static Map<String, Object> approved(ToolDefinition definition) {
        Map<String, Object> approved = new LinkedHashMap<>(definition.declared());
        approved.keySet().removeAll(Set.of("_meta", "icons"));
        return approved;
    }
}
