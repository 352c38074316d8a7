package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /**
     * The form of a body.
     *
     * @param styles how members of a form are written, by their names
     * @param files the members of a form that are files
     */
    record Form(BodyFormat format, String mediaType, Map<String, ListStyle> styles, Set<String> files) {}

    private record Described(BodyFormat format, String mediaType, JsonNode json) {}

    private record Members(Map<String, JsonNode> schemas, Set<String> required) {}

    /** Adds the body to the draft; empty when there is no body. */
    Optional<Form> into(ToolDraft draft, JsonNode written) throws Unsupported {
        JsonNode body = references.resolved(written);
        boolean required = body.path("required").asBoolean(false);
        Optional<Described> described = described(body.path("content"));
        if (described.isEmpty()) {
            if (required) {
                throw new Unsupported("has a body that is neither JSON nor a form" + types(body.path("content")));
            }
            return Optional.empty();
        }
        Described media = described.get();
        JsonNode schema = media.json().path("schema");
        boolean isForm = media.format() != BodyFormat.JSON;
        Set<String> files = new HashSet<>();
        Optional<Members> members = new MemberSearch().of(schema).filter(any -> required || isForm);
        if (members.isPresent()) {
            if (media.format() == BodyFormat.MULTIPART) {
                files.addAll(files(members.get()));
            }
            add(draft, members.get(), required, files);
        } else if (isForm) {
            throw new Unsupported("has a form whose fields are not described");
        } else {
            draft.add(
                    "body", schemas.imported(schema), required, new ToolDraft.Location(Place.BODY, "", ListStyle.JSON));
        }
        return Optional.of(
                new Form(media.format(), media.mediaType(), styles(media.json().path("encoding")), files));
    }

    private static String types(JsonNode content) {
        return content.isEmpty()
                ? ""
                : ": "
                        + content.properties().stream()
                                .limit(OpenApiLimits.REASONS)
                                .map(type -> ToolWording.cut(type.getKey(), OpenApiLimits.TITLE))
                                .collect(Collectors.joining(", "));
    }

    /** The members that are files, or lists of them, in 3.0, 3.1 and 2.0. */
    private Set<String> files(Members members) {
        return members.schemas().entrySet().stream()
                .filter(member -> isFile(references.schema(member.getValue())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private boolean isFile(JsonNode schema) {
        JsonNode element =
                schema.path("type").asText().equals("array") ? references.schema(schema.path("items")) : schema;
        return element.path("format").asText().equals("binary")
                || (element.has("contentMediaType") && !element.has("contentEncoding"));
    }

    private static Optional<Described> described(JsonNode content) {
        return Stream.of(BodyFormat.values())
                .flatMap(format -> content.properties().stream()
                        .limit(OpenApiLimits.ALTERNATIVES)
                        .flatMap(entry -> described(format, entry).stream()))
                .findFirst();
    }

    private static Optional<Described> described(BodyFormat format, Map.Entry<String, JsonNode> media) {
        String type = media.getKey().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean isAny = format == BodyFormat.JSON && (type.equals("*/*") || type.equals("application/*"));
        // RFC 6839: the suffix says that the type is JSON.
        boolean isJson = format == BodyFormat.JSON && type.endsWith("+json") && !type.contains("*");
        if (!type.equals(format.mediaType()) && !isAny && !isJson) {
            return Optional.empty();
        }
        return Optional.of(new Described(format, isJson ? type : format.mediaType(), media.getValue()));
    }

    /** The styles of OpenAPI 3.1, 4.8.15: without one, a list is repeated and an object is JSON. */
    private static Map<String, ListStyle> styles(JsonNode encoding) {
        Map<String, ListStyle> styles = new HashMap<>();
        encoding.properties().stream().limit(OpenApiLimits.PARAMETERS).forEach(entry -> {
            if (!entry.getValue().has("style") && !entry.getValue().has("explode")) {
                return;
            }
            boolean explode = entry.getValue().path("explode").asBoolean(true);
            switch (entry.getValue().path("style").asText("form")) {
                case "deepObject" -> styles.put(entry.getKey(), ListStyle.DEEP);
                case "spaceDelimited" -> styles.put(entry.getKey(), explode ? ListStyle.REPEAT : ListStyle.SPACE);
                case "pipeDelimited" -> styles.put(entry.getKey(), explode ? ListStyle.REPEAT : ListStyle.PIPE);
                default -> styles.put(entry.getKey(), explode ? ListStyle.REPEAT : ListStyle.COMMA);
            }
        });
        return styles;
    }

    /** The members that an optional body requires are required as soon as it has any other one. */
    private void add(ToolDraft draft, Members members, boolean required, Set<String> files) throws Unsupported {
        List<String> names = new ArrayList<>();
        List<String> requiredNames = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : members.schemas().entrySet()) {
            String pointer = "/" + member.getKey().replace("~", "~0").replace("/", "~1");
            boolean isRequired = members.required().contains(member.getKey());
            String name = draft.add(
                    member.getKey(),
                    files.contains(member.getKey())
                            ? FileSchema.of(references.schema(member.getValue()))
                            : schemas.imported(member.getValue()),
                    required && isRequired,
                    new ToolDraft.Location(Place.BODY, pointer, ListStyle.JSON));
            names.add(name);
            if (isRequired) {
                requiredNames.add(name);
            }
        }
        if (!required) {
            draft.addTogether(names, requiredNames);
        }
    }

    /** Collects the members of an object, also of the parts that {@code allOf} joins. */
    private final class MemberSearch {
        private final Members all = new Members(new LinkedHashMap<>(), new HashSet<>());
        private int parts;

        /** Empty when the schema does not name the members, or too many for parameters. */
        Optional<Members> of(JsonNode schema) {
            return isObject(schema, 0) && !all.schemas().isEmpty() ? Optional.of(all) : Optional.empty();
        }

        private boolean isObject(JsonNode written, int depth) {
            JsonNode schema = references.schema(written);
            boolean isChoice = schema.has("oneOf") || schema.has("anyOf");
            if (depth > OpenApiLimits.CHAIN || isChoice || ++parts > OpenApiLimits.PARTS) {
                return false;
            }
            for (JsonNode part : schema.path("allOf")) {
                if (!isObject(part, depth + 1)) {
                    return false;
                }
            }
            return add(schema.path("properties"), schema.path("required"));
        }

        private boolean add(JsonNode properties, JsonNode required) {
            if (properties.size() > OpenApiLimits.PARAMETERS || required.size() > OpenApiLimits.PARAMETERS) {
                return false;
            }
            for (Map.Entry<String, JsonNode> member : properties.properties()) {
                if (!references.schema(member.getValue()).path("readOnly").asBoolean(false)) {
                    all.schemas().put(member.getKey(), member.getValue());
                }
            }
            required.forEach(name -> all.required().add(name.asText()));
            return all.schemas().size() <= OpenApiLimits.PARAMETERS;
        }
    }
}
