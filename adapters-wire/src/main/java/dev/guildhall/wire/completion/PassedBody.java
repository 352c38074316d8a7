package dev.guildhall.wire.completion;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.util.ByteBufferBackedInputStream;
import dev.guildhall.wire.http.ProviderJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Passes the body of a client's request on byte for byte, apart from the values of some fields (models-18). */
public final class PassedBody {
    private record Edit(int from, int to, String json) {}

    private PassedBody() {}

    /**
     * The parts of the body with other values; the unchanged parts are views of the body.
     *
     * @param body a JSON object in UTF-8
     * @param changes for each field of the object the new value in place of the old one, which is a missing node when the
     *     object has no such field
     * @throws IllegalArgumentException when the body is not a JSON object
     */
    public static List<ByteBuffer> with(ByteBuffer body, Map<String, UnaryOperator<JsonNode>> changes) {
        try (JsonParser json =
                ProviderJson.MAPPER.getFactory().createParser(new ByteBufferBackedInputStream(body.slice()))) {
            return parts(body.slice(), edits(json, new LinkedHashMap<>(changes)));
        } catch (IOException malformed) {
            throw new UncheckedIOException("the body of a request is not a JSON object", malformed);
        }
    }

    private static List<Edit> edits(JsonParser json, Map<String, UnaryOperator<JsonNode>> changes) throws IOException {
        List<Edit> edits = new ArrayList<>();
        json.nextToken();
        int begin = end(json);
        boolean empty = true;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            empty = false;
            UnaryOperator<JsonNode> change = changes.remove(json.currentName());
            json.nextToken();
            int from = (int) json.currentTokenLocation().getByteOffset();
            if (change == null) {
                json.skipChildren();
            } else {
                JsonNode old = ProviderJson.tree(json);
                JsonNode value = change.apply(old);
                if (!value.equals(old)) {
                    edits.add(new Edit(from, end(json), ProviderJson.write(value)));
                }
            }
        }
        String added = absent(changes);
        if (!added.isEmpty()) {
            edits.addFirst(new Edit(begin, begin, empty ? added.substring(1) : added.substring(1) + ","));
        }
        return edits;
    }

    private static String absent(Map<String, UnaryOperator<JsonNode>> changes) {
        StringBuilder fields = new StringBuilder();
        changes.forEach((name, change) -> {
            JsonNode value = change.apply(MissingNode.getInstance());
            if (!value.isMissingNode()) {
                fields.append(",\"").append(name).append("\":").append(ProviderJson.write(value));
            }
        });
        return fields.toString();
    }

    private static int end(JsonParser json) throws IOException {
        json.finishToken();
        return (int) json.currentLocation().getByteOffset();
    }

    private static List<ByteBuffer> parts(ByteBuffer body, List<Edit> edits) {
        List<ByteBuffer> parts = new ArrayList<>(2 * edits.size() + 1);
        int copied = 0;
        for (Edit edit : edits) {
            parts.add(body.slice(copied, edit.from() - copied));
            parts.add(ByteBuffer.wrap(edit.json().getBytes(StandardCharsets.UTF_8)));
            copied = edit.to();
        }
        parts.add(body.slice(copied, body.limit() - copied));
        return parts;
    }
}
