package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** The published schema of manifests, which checks files. */
final class ManifestSchema {
    static final String RESOURCE = "/integrations/manifest.schema.json";

    /** The schema is this server's own; its first check loads the library, which takes seconds on a busy machine. */
    private static final Duration TIME = Duration.ofMinutes(2);

    private final JsonSchemaValidator validator = new JsonSchemaValidator(TIME);
    private final Map<String, Object> schema = StrictJson.plain(resource());

    private static JsonNode resource() {
        ManifestFaults faults = new ManifestFaults(RESOURCE);
        return StrictJson.object(bytes(RESOURCE), faults)
                .orElseThrow(() -> new IllegalStateException(faults.all().toString()));
    }

    static byte[] bytes(String resource) {
        try (InputStream in = ManifestSchema.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + resource + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void check(JsonNode manifest, ManifestFaults faults) {
        validator.violations(schema, StrictJson.plain(manifest)).forEach(violation -> {
            String field = violation.field().equals("parameters") ? "" : violation.field();
            String message = violation.message();
            faults.add(field, message.endsWith("is false") ? "is not allowed here" : message);
        });
    }

    /** The check of the schemas of tools. */
    JsonSchemaValidator validator() {
        return validator;
    }
}
