package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okhttp3.MultipartBody;
import okio.Buffer;

/** Writes an object as the body of a form. A form cannot say null, so such members are omitted. */
final class FormBody {
    private FormBody() {}

    /** {@code application/x-www-form-urlencoded}. */
    static String encoded(JsonNode object, Map<String, ListStyle> styles) throws ArgumentFault {
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            for (Map.Entry<String, String> pair : pairs(member, styles)) {
                pairs.add(pair(pair.getKey(), pair.getValue()));
            }
        }
        return String.join("&", pairs);
    }

    /** {@code multipart/form-data} (RFC 7578), with a random boundary that no value contains. */
    static MultipartBody multipart(JsonNode object, RequestTemplate.Body body) throws ArgumentFault {
        MultipartBody.Builder form = new MultipartBody.Builder().setType(MultipartBody.FORM);
        boolean isEmpty = true;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            JsonNode value = member.getValue();
            if (body.files().contains(member.getKey())) {
                for (JsonNode file : value.isArray() ? value : List.of(value)) {
                    FilePart.add(form, member.getKey(), file);
                    isEmpty = false;
                }
                continue;
            }
            for (Map.Entry<String, String> pair : pairs(member, body.styles())) {
                form.addFormDataPart(pair.getKey(), pair.getValue());
                isEmpty = false;
            }
        }
        if (isEmpty) {
            throw new ArgumentFault("arguments", "must have at least one field of the form");
        }
        return form.build();
    }

    static byte[] bytes(MultipartBody form) {
        Buffer buffer = new Buffer();
        try {
            form.writeTo(buffer);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return buffer.readByteArray();
    }

    private static List<Map.Entry<String, String>> pairs(
            Map.Entry<String, JsonNode> member, Map<String, ListStyle> styles) throws ArgumentFault {
        if (member.getValue().isNull()) {
            return List.of();
        }
        Object plain = Json.LENIENT.convertValue(member.getValue(), Object.class);
        ListStyle style = styles.getOrDefault(member.getKey(), ListStyle.REPEAT);
        return new ValuePairs(member.getKey(), style).of(member.getKey(), plain);
    }

    static String pair(String name, String value) {
        return PercentEncoding.of(name) + "=" + PercentEncoding.of(value);
    }
}
