package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists of texts in JSON. */
final class Texts {
    private Texts() {}

    static List<String> list(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    static Set<String> set(JsonNode array) {
        return new LinkedHashSet<>(list(array));
    }
}
