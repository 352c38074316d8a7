package dev.guildhall.llm.demo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.wire.completion.ArgumentsText;
import dev.guildhall.wire.http.ProviderJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The arguments of a call, from the text after the name of the tool.
 *
 * @param values malformed when the text has a malformed JSON object, so that a user can see how an agent handles it
 * @param end the index of the question after the object
 */
record CallArguments(ToolArguments values, int end) {
    static final String EXPRESSION = "expression";

    private static final String EDGE = "[\\s:,;.?!\"'`“”]";

    /** What may stand between the name of a tool and its arguments. */
    private static final Pattern FILLER = Pattern.compile(
            "^" + EDGE + "*+(?:(?:and|with|using|arguments?|parameters?|like|in|at|for|of|about|on|the)\\b" + EDGE
                    + "*+)*+",
            Pattern.CASE_INSENSITIVE);

    static CallArguments of(FunctionSpec tool, String question, int from) {
        String text = FILLER.matcher(question.substring(from)).replaceFirst("");
        if (text.startsWith("{")) {
            String object = leadingObject(text);
            return new CallArguments(ArgumentsText.parse(object), question.length() - text.length() + object.length());
        }
        String trimmed = text.replaceFirst(EDGE + "++$", "");
        Map<String, Object> values = isCalculator(tool) ? expression(question, trimmed) : requiredTexts(tool, trimmed);
        return new CallArguments(new ToolArguments.Parsed(values), from);
    }

    private static Map<String, Object> expression(String question, String text) {
        List<String> expressions = SpokenArithmetic.in("calculate " + question);
        String expression = expressions.isEmpty() ? text : expressions.getFirst();
        return expression.isEmpty() ? Map.of() : Map.of(EXPRESSION, expression);
    }

    private static String leadingObject(String text) {
        try (JsonParser parser = ProviderJson.MAPPER.createParser(text)) {
            ProviderJson.tree(parser);
            return text.substring(0, (int) parser.currentLocation().getCharOffset());
        } catch (IOException malformed) {
            return text;
        }
    }

    /** The text for each required parameter; no arguments when one of these is not a text. */
    private static Map<String, Object> requiredTexts(FunctionSpec tool, String text) {
        if (text.isEmpty()) {
            return Map.of();
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        JsonNode schema = ProviderJson.MAPPER.valueToTree(tool.parameters());
        for (JsonNode name : schema.path("required")) {
            JsonNode parameter = schema.path("properties").path(name.asText());
            if (!parameter.path("type").asText().equals("string")) {
                return Map.of();
            }
            int most = parameter.path("maxLength").asInt(text.length());
            arguments.put(name.asText(), text.length() <= most ? text : Dialogue.shorten(text, most));
        }
        return arguments;
    }

    static boolean isCalculator(FunctionSpec tool) {
        return isCalculator(tool.name())
                && tool.parameters().get("properties") instanceof Map<?, ?> properties
                && properties.containsKey(EXPRESSION);
    }

    static boolean isCalculator(String tool) {
        return tool.endsWith("calculate") || tool.endsWith("calculator");
    }
}
