package dev.guildhall.llm.openai;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.openai.OpenAiAnswerJson.CallJson;
import java.io.IOException;
import java.util.Optional;

/** Reads a call, or a part of one. Thread-safe: it has no state. */
final class CallReader {
    private CallReader() {}

    static CallJson call(JsonParser json) throws IOException {
        Optional<Integer> index = Optional.empty();
        String id = "";
        CallJson function = new CallJson(index, "", "", "");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "index" -> index = OpenAiFields.number(json).map(Long::intValue);
                case "id" ->
                    id = OpenAiFields.text(json).filter(text -> !text.isBlank()).orElse("");
                case "function" -> function = OpenAiFields.isObject(json) ? function(json) : function;
                default -> json.skipChildren();
            }
        }
        return new CallJson(index, id, function.name(), function.arguments());
    }

    private static CallJson function(JsonParser json) throws IOException {
        String name = "";
        String arguments = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (OpenAiFields.next(json)) {
                case "name" -> name = OpenAiFields.text(json).orElse("");
                case "arguments" -> arguments = arguments(json);
                default -> json.skipChildren();
            }
        }
        return new CallJson(Optional.empty(), "", name, arguments);
    }

    /** Some servers send the arguments as an object instead of text. */
    private static String arguments(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_STRING -> json.getText();
            case VALUE_NULL -> "";
            default -> ProviderJson.tree(json).toString();
        };
    }
}
