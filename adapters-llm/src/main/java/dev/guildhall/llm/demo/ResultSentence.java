package dev.guildhall.llm.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.Optional;

final class ResultSentence {
    private static final int MOST_CHARACTERS = 500;

    private ResultSentence() {}

    static String of(Dialogue.Answered answered) {
        JsonNode whole = read(answered.content());
        JsonNode data = whole.path("data").isObject() ? whole.path("data") : whole;
        if (whole.hasNonNull("error")) {
            return subject(answered, whole) + " failed: " + fault(whole.path("error")) + ".";
        }
        if (CalledTools.isCalculator(answered.tool()) && data.hasNonNull("result")) {
            return subject(answered, data) + " = " + plain(data.path("result")) + ".";
        }
        if (CalledTools.isClock(answered.tool()) && data.hasNonNull("time")) {
            return "The time is " + data.path("time").asText() + zone(data) + ".";
        }
        if (answered.tool().endsWith("task_create") && data.hasNonNull("title")) {
            return "The task “" + DemoTokens.shorten(data.path("title").asText(), MOST_CHARACTERS)
                    + "” is created. The agent works on it in the background.";
        }
        return answered.tool() + " answered " + DemoTokens.shorten(answered.content(), MOST_CHARACTERS) + ".";
    }

    private static JsonNode read(String json) {
        try {
            return DemoJson.MAPPER.readTree(json);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static String subject(Dialogue.Answered answered, JsonNode data) {
        if (data.path("expression").isTextual()) {
            return data.path("expression").asText();
        }
        return answered.call().flatMap(ResultSentence::expression).orElse(answered.tool());
    }

    private static Optional<String> expression(ToolCall call) {
        return call.arguments() instanceof ToolArguments.Parsed parsed
                        && parsed.values().get("expression") instanceof String expression
                ? Optional.of(expression)
                : Optional.empty();
    }

    private static String fault(JsonNode error) {
        String text = error.isObject() ? error.path("message").asText(error.toString()) : error.asText();
        String line = DemoTokens.shorten(text, MOST_CHARACTERS);
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private static String plain(JsonNode number) {
        return number.isNumber() ? number.decimalValue().toPlainString() : number.asText();
    }

    private static String zone(JsonNode data) {
        return data.path("timezone").isTextual() ? " (" + data.path("timezone").asText() + ")" : "";
    }
}
