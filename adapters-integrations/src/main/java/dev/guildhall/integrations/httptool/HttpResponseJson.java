package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonNames;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the JSON of responses, within limits of depth and of digits. */
final class HttpResponseJson {
    private HttpResponseJson() {}

    /** The JSON; empty when the text is not JSON, or is nested too deeply. */
    static Optional<JsonNode> read(String text) {
        try {
            return Optional.of(tree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException | NumberFormatException garbage) {
            // Jackson throws the latter, undeclared, when an exponent is out of every range.
            return Optional.empty();
        }
    }

    private static JsonNode tree(String text) throws JsonProcessingException {
        try {
            return Json.LENIENT.readTree(text);
        } catch (JsonParseException fault) {
            byte[] whole = JsonNames.withoutHalves(text.getBytes(StandardCharsets.UTF_8))
                    .orElseThrow(() -> fault);
            return Json.LENIENT.readTree(new String(whole, StandardCharsets.UTF_8));
        }
    }

    /** Plain JDK values that can be stored and sent on, without secrets. */
    static Object plain(JsonNode node, ResponseRedaction redaction) {
        return clean(Json.LENIENT.convertValue(node, Object.class), redaction);
    }

    private static Object clean(Object value, ResponseRedaction redaction) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, inner) -> copy.put(clean(String.valueOf(name), redaction), clean(inner, redaction)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(inner -> copy.add(clean(inner, redaction)));
            return copy;
        }
        if (value instanceof String text) {
            return clean(text, redaction);
        }
        return value instanceof BigDecimal decimal ? number(decimal) : value;
    }

    private static String clean(String text, ResponseRedaction redaction) {
        return redaction.of(Text.repaired(text));
    }

    /** A text when most programs could not take the number. */
    private static Object number(BigDecimal decimal) {
        return JsonData.isWellFormed(decimal) ? JsonData.number(decimal) : decimal.toString();
    }
}
