import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the OpenAPI documents that the server sends from those that are written in YAML. The shared components that a
 * document refers to, and those that they refer to, are copied into it. A component of the document replaces the shared
 * one of the same name, also where shared components refer to it.
 *
 * <p>Arguments: the directory of the documents, the directory of the JSON.
 */
final class OpenApiDocuments {
    private static final String SHARED = "shared.yaml";
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private final Path sources;
    private final JsonNode shared;
    private final List<String> faults = new ArrayList<>();

    private OpenApiDocuments(Path sources) throws IOException {
        this.sources = sources;
        this.shared = read(SHARED);
        for (JsonNode holder : shared.findParents("$ref")) {
            String reference = holder.get("$ref").asText();
            ((ObjectNode) holder).put("$ref", reference.startsWith("#") ? SHARED + reference : reference);
        }
    }

    public static void main(String[] args) throws IOException {
        OpenApiDocuments documents = new OpenApiDocuments(Path.of(args[0]));
        Path target = Files.createDirectories(Path.of(args[1]));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(documents.sources, "*.yaml")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (!name.equals(SHARED)) {
                    documents.make(name, target.resolve(name.replace(".yaml", ".json")));
                }
            }
        }
        documents.faults.forEach(System.err::println);
        System.exit(documents.faults.isEmpty() ? 0 : 1);
    }

    private void make(String name, Path json) throws IOException {
        ObjectNode document = read(name);
        resolve(name, document, document);
        new ObjectMapper().writeValue(json.toFile(), document);
    }

    private ObjectNode read(String name) throws IOException {
        Path file = sources.resolve(name);
        try {
            return (ObjectNode) YAML.readTree(file.toFile());
        } catch (JsonProcessingException broken) {
            throw new IOException(file + ": " + broken.getOriginalMessage(), broken);
        }
    }

    /** Makes the references in a part of a document local, and copies the shared components that they name. */
    private void resolve(String name, ObjectNode document, JsonNode part) {
        for (JsonNode holder : part.findParents("$ref")) {
            String reference = holder.get("$ref").asText();
            String local = reference.startsWith(SHARED + "#/") ? reference.substring(SHARED.length()) : reference;
            if (!local.matches("#/components/[a-zA-Z]+/[a-zA-Z0-9._-]+")) {
                faults.add(sources.resolve(name) + ": the $ref " + reference
                        + " is not of the form #/components/…/… or " + SHARED + "#/components/…/…");
                continue;
            }
            JsonPointer component = JsonPointer.compile(local.substring(1));
            JsonNode own = document.at(component);
            if (!local.equals(reference)
                    && (own.isMissingNode() || own.path("$ref").asText().equals(reference))) {
                own = shared.at(component).deepCopy();
                if (!own.isMissingNode()) {
                    document.withObject(component.head()).set(component.last().getMatchingProperty(), own);
                    resolve(name, document, own);
                }
            }
            if (own.isMissingNode()) {
                faults.add(sources.resolve(name) + ": there is no component for the $ref " + reference);
            }
            ((ObjectNode) holder).put("$ref", local);
        }
    }
}
