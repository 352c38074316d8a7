package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class Texts {
    private Texts() {}

    static List<String> list(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    static Set<String> set(JsonNode array) {
        return new LinkedHashSet<>(list(array));
    }

    static Map<String, String> map(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
