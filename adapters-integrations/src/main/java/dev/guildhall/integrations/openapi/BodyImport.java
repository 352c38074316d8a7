package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Imports the body of an operation. The members of a required object become parameters of the tool, since models fill
 * in several parameters better than one big object; any other body becomes one parameter.
 */
final class BodyImport {
    private final References references;
    private final SchemaImport schemas;

    BodyImport(References references, SchemaImport schemas) {
        this.references = references;
        this.schemas = schemas;
    }

    /** The members of an object's schema, and the required ones. */
    private record Members(Map<String, JsonNode> schemas, Set<String> required) {}

    /** Adds the body to the draft; empty when there is no body. */
    Optional<BodyFormat> into(ToolDraft draft, JsonNode written) throws Unsupported {
        JsonNode body = references.resolved(written);
        boolean required = body.path("required").asBoolean(false);
        Optional<BodyFormat> format = format(body.path("content"));
        if (format.isEmpty()) {
            if (required) {
                throw new Unsupported("has a body that is neither JSON nor a form");
            }
            return format;
        }
        JsonNode schema = media(body.path("content"), format.get()).path("schema");
        Optional<Members> members = members(schema, 0).filter(any -> required);
        if (members.isPresent()) {
            add(draft, members.get());
        } else if (format.get() == BodyFormat.FORM) {
            throw new Unsupported("has a form whose fields are not described, or that is optional");
        } else {
            draft.add(
                    "body", schemas.imported(schema), required, new ToolDraft.Location(Place.BODY, "", ListStyle.JSON));
        }
        return format;
    }

    private static Optional<BodyFormat> format(JsonNode content) {
        for (BodyFormat format : BodyFormat.values()) {
            if (!media(content, format).isMissingNode()) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    private static JsonNode media(JsonNode content, BodyFormat format) {
        for (Map.Entry<String, JsonNode> entry : content.properties()) {
            String type = entry.getKey().split(";", 2)[0].strip();
            if (type.equals(format.mediaType()) || (format == BodyFormat.JSON && type.equals("*/*"))) {
                return entry.getValue();
            }
        }
        return content.path("");
    }

    private void add(ToolDraft draft, Members members) throws Unsupported {
        for (Map.Entry<String, JsonNode> member : members.schemas().entrySet()) {
            String pointer = "/" + member.getKey().replace("~", "~0").replace("/", "~1");
            draft.add(
                    member.getKey(),
                    schemas.imported(member.getValue()),
                    members.required().contains(member.getKey()),
                    new ToolDraft.Location(Place.BODY, pointer, ListStyle.JSON));
        }
    }

    /** The members of an object, with those of all its {@code allOf}; empty for a schema that is not that simple. */
    private Optional<Members> members(JsonNode written, int depth) throws Unsupported {
        JsonNode schema = references.resolved(written);
        if (depth > OpenApiLimits.CHAIN || schema.has("oneOf") || schema.has("anyOf")) {
            return Optional.empty();
        }
        Members all = new Members(new LinkedHashMap<>(), new HashSet<>());
        for (JsonNode part : schema.path("allOf")) {
            Optional<Members> some = members(part, depth + 1);
            if (some.isEmpty()) {
                return Optional.empty();
            }
            all.schemas().putAll(some.get().schemas());
            all.required().addAll(some.get().required());
        }
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
            if (!references.resolved(member.getValue()).path("readOnly").asBoolean(false)) {
                all.schemas().put(member.getKey(), member.getValue());
            }
        }
        schema.path("required").forEach(name -> all.required().add(name.asText()));
        return all.schemas().isEmpty() && depth == 0 ? Optional.empty() : Optional.of(all);
    }
}
