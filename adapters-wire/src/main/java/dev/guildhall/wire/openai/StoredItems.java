package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The items of conversations whose answers the server stores. */
public final class StoredItems {
    private static final String TYPE = "type";
    private static final String MESSAGE = "message";
    private static final String CONTENT = "content";

    /**
     * A stored answer of a conversation.
     *
     * @param input what its request added: a JSON array of items
     * @param answer the answer as JSON
     */
    public record Answered(String input, String answer) {}

    private StoredItems() {}

    /**
     * The body of a request that has the whole conversation as its input, and uses no state of the provider: the items of
     * the earlier answers come before its own.
     *
     * @param body the body of the client, an object
     */
    public static byte[] withConversation(JsonNode body, List<Answered> before) {
        ObjectNode whole = ((ObjectNode) body).deepCopy();
        whole.remove(List.of("previous_response_id", "background"));
        whole.put("store", false);
        if (!before.isEmpty()) {
            ArrayNode items = Json.MAPPER.createArrayNode();
            for (Answered answered : before) {
                tree(answered.input()).forEach(item -> items.add(asInput(item)));
                for (JsonNode item : tree(answered.answer()).path("output")) {
                    if (canBeInput(item)) {
                        items.add(asInput(item));
                    }
                }
            }
            items.addAll((ArrayNode) list(body.path("input")));
            whole.set("input", items);
        }
        return Json.bytes(whole);
    }

    /** Providers that store nothing know reasoning by its encrypted content alone. */
    private static boolean canBeInput(JsonNode item) {
        return !item.path(TYPE).asText().equals("reasoning") || item.hasNonNull("encrypted_content");
    }

    /** Providers that store nothing refuse the identifiers of other items. */
    private static JsonNode asInput(JsonNode item) {
        if (!item.isObject() || item.path(TYPE).asText().equals("reasoning")) {
            return item;
        }
        return ((ObjectNode) item.deepCopy()).without("id");
    }

    private static JsonNode list(JsonNode input) {
        if (input.isArray()) {
            return input;
        }
        ArrayNode items = Json.MAPPER.createArrayNode();
        if (input.isTextual()) {
            items.addObject().put(TYPE, MESSAGE).put("role", "user").set(CONTENT, input);
        }
        return items;
    }

    /**
     * The input of a request as a JSON array of items in the form of answers: each has an identifier, and the content of a
     * message is a list of parts.
     *
     * @param id the identifier of the answer
     */
    public static String input(JsonNode body, String id) {
        ArrayNode items = Json.MAPPER.createArrayNode();
        for (JsonNode item : list(body.path("input"))) {
            items.add(item.isObject() ? stored((ObjectNode) item.deepCopy(), id, items.size()) : item);
        }
        return Json.text(items);
    }

    private static JsonNode stored(ObjectNode item, String id, int index) {
        String type = item.path(TYPE).asText(MESSAGE);
        item.put(TYPE, type);
        if (!item.hasNonNull("id")) {
            item.put("id", ResponseJson.itemId(type.equals(MESSAGE) ? "msg" : "item", id, index) + "_in");
        }
        if (!item.hasNonNull("status")) {
            item.put("status", ResponseJson.COMPLETED);
        }
        if (type.equals(MESSAGE) && item.path(CONTENT).isTextual()) {
            boolean ofModel = item.path("role").asText().equals("assistant");
            ObjectNode part = Json.MAPPER.createObjectNode();
            part.put(TYPE, ofModel ? "output_text" : "input_text").set("text", item.get(CONTENT));
            if (ofModel) {
                part.putArray("annotations");
            }
            item.putArray(CONTENT).add(part);
        }
        return item;
    }

    /** JSON that the server has stored. */
    public static JsonNode tree(String json) {
        return JsonBody.tree(json.getBytes(StandardCharsets.UTF_8));
    }
}
