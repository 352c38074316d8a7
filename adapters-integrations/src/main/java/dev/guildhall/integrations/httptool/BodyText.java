package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes bodies. */
final class BodyText {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String BODY = "arguments";

    private BodyText() {}

    static byte[] of(JsonNode body, BodyFormat format) throws ArgumentFault {
        byte[] bytes = switch (format) {
            case JSON -> json(body);
            case FORM -> form(body).getBytes(StandardCharsets.US_ASCII);
        };
        if (bytes.length > HttpToolLimits.BODY_BYTES) {
            throw new ArgumentFault(
                    BODY, "lead to a body of more than " + HttpToolLimits.BODY_BYTES + " bytes; send less");
        }
        return bytes;
    }

    private static byte[] json(JsonNode body) throws ArgumentFault {
        // Jackson's direct writing to bytes would write an unpaired surrogate as an escape, which many servers cannot
        // parse.
        return ValueText.json(BODY, body).getBytes(StandardCharsets.UTF_8);
    }

    private static String form(JsonNode body) throws ArgumentFault {
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            JsonNode value = member.getValue();
            for (JsonNode one : value.isArray() ? value : List.of(value)) {
                if (!one.isNull()) {
                    pairs.add(
                            PercentEncoding.of(member.getKey()) + "=" + PercentEncoding.of(text(member.getKey(), one)));
                }
            }
        }
        return String.join("&", pairs);
    }

    private static String text(String name, JsonNode value) throws ArgumentFault {
        return ValueText.of(name, MAPPER.convertValue(value, Object.class), ListStyle.JSON);
    }
}
