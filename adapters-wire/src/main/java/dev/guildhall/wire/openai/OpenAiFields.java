package dev.guildhall.wire.openai;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the value of the current field of a parser; a value of another type is ignored. */
final class OpenAiFields {
    private OpenAiFields() {}

    /** The name of the current field; moves the parser to the value. */
    static String next(JsonParser json) throws IOException {
        String name = json.currentName();
        json.nextToken();
        return name;
    }

    static Optional<String> text(JsonParser json) throws IOException {
        if (json.hasToken(JsonToken.VALUE_STRING)) {
            return Optional.of(json.getText());
        }
        json.skipChildren();
        return Optional.empty();
    }

    /** A number of tokens or an index, 0 or more; empty when the number is implausible. */
    static Optional<Long> number(JsonParser json) throws IOException {
        if (json.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            boolean believed = json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                    && json.getLongValue() <= Limits.MOST_TOKENS;
            return believed ? Optional.of(Math.max(0, json.getLongValue())) : Optional.empty();
        }
        json.skipChildren();
        return Optional.empty();
    }

    /** Whether the value is an object, which the caller then has to read. */
    static boolean isObject(JsonParser json) throws IOException {
        if (json.hasToken(JsonToken.START_OBJECT)) {
            return true;
        }
        json.skipChildren();
        return false;
    }

    /** The objects in a list; other items are ignored. */
    static <T> List<T> list(JsonParser json, ProviderJson.Form<T> item) throws IOException {
        if (!json.hasToken(JsonToken.START_ARRAY)) {
            json.skipChildren();
            return List.of();
        }
        List<T> items = new ArrayList<>(1);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (isObject(json)) {
                items.add(item.read(json));
            }
        }
        return items;
    }

    /** Whether the value is an object or a list with anything in it. */
    static boolean hasContent(JsonParser json) throws IOException {
        if (!json.currentToken().isStructStart()) {
            return false;
        }
        return !ProviderJson.tree(json).isEmpty();
    }

    /**
     * Text, or a list of parts with text in some of them.
     *
     * @param others receives the types of the parts without text
     */
    static String words(JsonParser json, List<String> others) throws IOException {
        if (json.hasToken(JsonToken.VALUE_STRING)) {
            return json.getText();
        }
        if (!json.currentToken().isStructStart()) {
            return "";
        }
        StringBuilder words = new StringBuilder();
        for (JsonNode part : ProviderJson.tree(json)) {
            words.append(part.path("text").asText(""));
            if (part.isObject() && !part.has("text")) {
                others.add(part.path("type").asText(""));
            }
        }
        return words.toString();
    }
}
