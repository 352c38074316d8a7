package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import dev.guildhall.ports.JsonData;
import dev.guildhall.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Compiles schemas, and caches the most recently used ones. */
final class SchemaCache {
    static final int MAX_SCHEMAS = 500;

    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .pathType(PathType.JSON_PATH)
            .locale(Locale.ROOT)
            .regularExpressionFactory(BoundedPattern::new)
            .build();

    private final Map<Map<String, Object>, Schema> compiled = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Map<String, Object>, Schema> eldest) {
            return size() > MAX_SCHEMAS;
        }
    };

    /** The compiled schema; the library throws when it cannot be compiled. */
    Schema compiled(Map<String, Object> schema) {
        synchronized (compiled) {
            Schema known = compiled.get(schema);
            if (known != null) {
                return known;
            }
        }
        Map<String, Object> copy = JsonData.copy(schema);
        Schema fresh = compile(Json.LENIENT.valueToTree(copy));
        synchronized (compiled) {
            compiled.put(copy, fresh);
        }
        return fresh;
    }

    /** Removes a schema and everything that was compiled for it. */
    void forget(Map<String, Object> schema) {
        synchronized (compiled) {
            compiled.remove(schema);
        }
    }

    /** Uses a registry for each schema: two schemas with the same {@code $id} must not affect each other. */
    private static Schema compile(JsonNode schema) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(CONFIG).schemaLoader(loader -> loader.block(_ -> true)));
        // Its parts are compiled when a check needs them: compiling all at once would not end for recursive schemas.
        return registry.getSchema(UsableSchema.of(schema));
    }
}
