package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads JSON and YAML files strictly: no duplicate names, nothing after the end, only UTF-8. */
final class StrictJson {
    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(ManifestLimits.DEPTH)
            .build();
    private static final YAMLMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .loaderOptions(yamlLimits())
                    .streamReadConstraints(CONSTRAINTS)
                    .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    private static LoaderOptions yamlLimits() {
        LoaderOptions limits = new LoaderOptions();
        limits.setCodePointLimit(ManifestLimits.OPENAPI_BYTES);
        limits.setNestingDepthLimit(ManifestLimits.DEPTH);
        return limits;
    }

    /** The object in a file; empty when the file has none, and the fault is added. */
    static Optional<JsonNode> object(byte[] file, ManifestFaults faults) {
        return object(file, "JSON", Json.MAPPER::readTree, faults);
    }

    /** The object in a YAML file; empty when the file has none, and the fault is added. */
    static Optional<JsonNode> yaml(byte[] file, ManifestFaults faults) {
        return object(file, "YAML", StrictJson::withoutAliases, faults);
    }

    private interface Reader {
        JsonNode read(String text) throws JsonProcessingException;
    }

    private static Optional<JsonNode> object(byte[] file, String language, Reader reader, ManifestFaults faults) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(file))
                    .toString();
            JsonNode node = reader.read(text);
            if (node.isObject()) {
                return Optional.of(node);
            }
            faults.add("", "must be a JSON object");
        } catch (CharacterCodingException notUtf8) {
            faults.add("", "must be UTF-8");
        } catch (JsonProcessingException broken) {
            String reason = broken.getOriginalMessage().replaceAll(" \\(start marker at .*", "");
            faults.add("", "is not " + language + ": " + reason + place(broken.getLocation()));
        }
        return Optional.empty();
    }

    private static String place(@Nullable JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    /** Jackson reads an alias as the text of its name. */
    private static JsonNode withoutAliases(String text) throws JsonProcessingException {
        try (YAMLParser parser = YAML.getFactory().createParser(text)) {
            while (parser.nextToken() != null) {
                if (parser.isCurrentAlias()) {
                    throw new JsonParseException(
                            parser, "the alias *" + parser.getText() + " is not supported; write the value itself");
                }
            }
        } catch (JsonProcessingException broken) {
            throw broken;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return YAML.readTree(text);
    }

    /** The object as plain JDK values. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> plain(JsonNode object) {
        return Json.MAPPER.convertValue(object, Map.class);
    }

    /** Any value as plain JDK values. */
    static Object plainValue(JsonNode node) {
        return Json.MAPPER.convertValue(node, Object.class);
    }
}
