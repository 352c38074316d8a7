package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes invalid bodies from a valid one by changing a few things in it. The sequence is the same each time. */
public final class MutatedBodies {
    private static final int MOST = 3;
    private static final String VALUE = "@value";
    private static final String NAME = "@name";

    /** Replacement values, as JSON text. */
    private static final List<String> ODD = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "1e999",
            "-1e999",
            "1e-999",
            "1e2147483648",
            "9".repeat(400),
            "9".repeat(2000),
            "-9223372036854775809",
            "0." + "1".repeat(400),
            "\"\"",
            "\" \"",
            "\"x\"",
            "\"\\ud800\"",
            "\"a\\udc00\\ud800\"",
            "\"\\u0000\"",
            "\"\ud83d\ude00\u2028\"",
            "\"" + "long ".repeat(2000) + "\"",
            "\"{\\\"n\\\":1e999}\"",
            "[]",
            "{}",
            "[null]",
            "[[],{},0]",
            "{\"\":null}",
            "{\"\\ud800\":1}",
            "{\"type\":\"text\"}",
            "{\"a\":1,\"a\":2}",
            "[".repeat(60) + "]".repeat(60),
            "{\"a\":".repeat(60) + "1" + "}".repeat(60),
            "[".repeat(5000) + "]".repeat(5000),
            "NaN",
            "Infinity",
            "'x'",
            "");

    private record Place(JsonNode parent, String name, int index) {
        void set(JsonNode value) {
            if (parent instanceof ObjectNode object) {
                object.set(name, value);
            } else {
                ((ArrayNode) parent).set(index, value);
            }
        }

        void remove() {
            if (parent instanceof ObjectNode object) {
                object.remove(name);
            } else {
                ((ArrayNode) parent).remove(index);
            }
        }
    }

    private final Random random;

    public MutatedBodies(long seed) {
        this.random = new Random(seed);
    }

    /** The next body, made from a valid one. */
    public byte[] of(String good) {
        JsonNode body = json(good);
        List<String> values = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int changes = 1 + random.nextInt(MOST);
        for (int i = 0; i < changes; i++) {
            change(body, values, names);
        }
        String text = body.toString();
        for (int i = 0; i < values.size(); i++) {
            text = text.replace("\"" + VALUE + i + "\"", values.get(i));
        }
        for (int i = 0; i < names.size(); i++) {
            text = text.replace("\"" + NAME + i + "\"", "\"" + names.get(i) + "\"");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return random.nextInt(10) == 0 ? broken(bytes) : bytes;
    }

    private static JsonNode json(String good) {
        try {
            return Json.MAPPER.readTree(good);
        } catch (IOException notJson) {
            throw new UncheckedIOException(good, notJson);
        }
    }

    private void change(JsonNode body, List<String> values, List<String> names) {
        List<Place> places = new ArrayList<>();
        collect(body, places);
        if (places.isEmpty()) {
            return;
        }
        Place place = places.get(random.nextInt(places.size()));
        switch (random.nextInt(8)) {
            case 0 -> place.remove();
            case 1 -> duplicate(place, names);
            case 2 ->
                place.set(places.get(random.nextInt(places.size())).parent().deepCopy());
            default -> {
                place.set(TextNode.valueOf(VALUE + values.size()));
                values.add(ODD.get(random.nextInt(ODD.size())));
            }
        }
    }

    /** Repeats the name, or the item. */
    private static void duplicate(Place place, List<String> names) {
        if (place.parent() instanceof ObjectNode object) {
            JsonNode value = object.get(place.name());
            object.set(NAME + names.size(), value.deepCopy());
            names.add(place.name());
        } else {
            ArrayNode array = (ArrayNode) place.parent();
            array.add(array.get(place.index()).deepCopy());
        }
    }

    private static void collect(JsonNode node, List<Place> places) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                places.add(new Place(object, field.getKey(), 0));
                collect(field.getValue(), places);
            });
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                places.add(new Place(array, "", i));
                collect(array.get(i), places);
            }
        }
    }

    private byte[] broken(byte[] bytes) {
        byte[] cut = Arrays.copyOf(bytes, random.nextBoolean() ? bytes.length : random.nextInt(bytes.length + 1));
        if (cut.length > 0) {
            cut[random.nextInt(cut.length)] = (byte) random.nextInt(256);
        }
        return cut;
    }
}
