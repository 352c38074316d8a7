package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Reads JSON files strictly: no duplicate names, nothing after the end, only UTF-8. */
final class StrictJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(ManifestLimits.DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /** The object in a file; empty when the file has none, and the fault is added. */
    static Optional<JsonNode> object(byte[] file, ManifestFaults faults) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(file))
                    .toString();
            JsonNode node = MAPPER.readTree(text);
            if (node != null && node.isObject()) {
                return Optional.of(node);
            }
            faults.add("", "must be a JSON object");
        } catch (CharacterCodingException notUtf8) {
            faults.add("", "must be UTF-8");
        } catch (JsonProcessingException broken) {
            faults.add(
                    "",
                    "is not JSON: " + broken.getOriginalMessage().replaceAll(" \\(start marker at .*", "") + " (line "
                            + broken.getLocation().getLineNr() + ", column "
                            + broken.getLocation().getColumnNr() + ")");
        }
        return Optional.empty();
    }

    /** The object as plain JDK values. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> plain(JsonNode object) {
        return MAPPER.convertValue(object, Map.class);
    }

    /** Any value as plain JDK values. */
    static Object plainValue(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }
}
