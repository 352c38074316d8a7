package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads JSON files strictly: no duplicate names, nothing after the end, only UTF-8. */
final class StrictJson {
    private StrictJson() {}

    /** The object in a file; empty when the file has none, and the fault is added. */
    static Optional<JsonNode> object(byte[] file, ManifestFaults faults) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(file))
                    .toString();
            JsonNode node = Json.MAPPER.readTree(text);
            if (node.isObject()) {
                return Optional.of(node);
            }
            faults.add("", "must be a JSON object");
        } catch (CharacterCodingException notUtf8) {
            faults.add("", "must be UTF-8");
        } catch (JsonProcessingException broken) {
            String reason = broken.getOriginalMessage().replaceAll("(?s) \\(start marker at .*", "");
            faults.add("", "is not JSON: " + reason + place(broken.getLocation()));
        }
        return Optional.empty();
    }

    private static String place(@Nullable JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
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
