package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import dev.guildhall.ports.JsonData;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Compiles schemas, and keeps the ones used last. Thread-safe. */
final class SchemaCache {
    /** How many compiled schemas are kept. */
    static final int MAX_SCHEMAS = 500;

    private static final ObjectMapper MAPPER = new ObjectMapper();

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

    /**
     * The compiled schema.
     *
     * @throws RuntimeException of the library when it cannot be compiled
     */
    Schema compiled(Map<String, Object> schema) {
        synchronized (compiled) {
            Schema known = compiled.get(schema);
            if (known != null) {
                return known;
            }
        }
        Map<String, Object> copy = JsonData.copy(schema);
        Schema fresh = compile(MAPPER.valueToTree(copy));
        synchronized (compiled) {
            compiled.put(copy, fresh);
        }
        return fresh;
    }

    /** Forgets a schema, with all that was made of it so far. */
    void forget(Map<String, Object> schema) {
        synchronized (compiled) {
            compiled.remove(schema);
        }
    }

    /** A registry for each schema: two schemas that give themselves the same {@code $id} stay strangers. */
    private static Schema compile(JsonNode schema) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(CONFIG).schemaLoader(loader -> loader.block(_ -> true)));
        // Its parts are made when a check comes to them: made all at once, what refers to itself twice has no end.
        return registry.getSchema(schema);
    }
}
