package dev.guildhall.llm.demo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.guildhall.ports.completion.ToolArguments;
import java.io.IOException;
import java.util.Map;

final class DemoJson {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private DemoJson() {}

    /**
     * The JSON object at the beginning of a text; the text after it is ignored. A malformed object becomes malformed
     * arguments, so that a user can see how an agent handles them.
     *
     * @param text begins with an opening brace
     */
    static Leading leadingObject(String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            Map<String, Object> values = MAPPER.readValue(parser, OBJECT);
            int length = (int) parser.currentLocation().getCharOffset();
            return new Leading(new ToolArguments.Parsed(values), length);
        } catch (IOException broken) {
            String fault = "the arguments must be one JSON object";
            return new Leading(new ToolArguments.Malformed(text, fault), text.length());
        }
    }

    static String text(ToolArguments arguments) {
        return switch (arguments) {
            case ToolArguments.Parsed(Map<String, Object> values) -> text(values);
            case ToolArguments.Malformed(String text, String ignored) -> text;
        };
    }

    static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a value could not be written as JSON", impossible);
        }
    }

    /**
     * The object at the beginning of a text.
     *
     * @param arguments the object, or why there is none
     * @param length its number of characters
     */
    record Leading(ToolArguments arguments, int length) {}
}
