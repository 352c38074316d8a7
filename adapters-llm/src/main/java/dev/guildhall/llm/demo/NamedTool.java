package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool that a question names.
 *
 * @param tool the offered tool
 * @param arguments from the text after the name
 */
record NamedTool(FunctionSpec tool, ToolArguments arguments) {
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w.-])[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]++)*+(?![\\w-])");
    private static final Pattern BRACE =
            Pattern.compile("[\\s:,`]*+(?:(?:with|using|and) )?(?:arguments? |parameters? )?[\\s:,`]*+\\{");
    private static final String EDGES = " \t\r\n:,;.?!\"'`“”";

    /** The offered tools that a text names, in the order of the text. */
    static List<NamedTool> in(String text, List<FunctionSpec> tools) {
        List<NamedTool> named = new ArrayList<>();
        Matcher matcher = NAME.matcher(text);
        int from = 0;
        while (matcher.find(from)) {
            from = matcher.end();
            Optional<FunctionSpec> tool = find(matcher.group(), tools);
            if (tool.isPresent()) {
                int object = objectBehind(text, from);
                DemoJson.Leading leading = object >= 0
                        ? DemoJson.leadingObject(text.substring(object))
                        : new DemoJson.Leading(guessed(tool.get(), text, text.substring(from)), 0);
                named.add(new NamedTool(tool.get(), leading.arguments()));
                from = Math.max(from, object + leading.length());
            }
        }
        return named;
    }

    private static Optional<FunctionSpec> find(String name, List<FunctionSpec> tools) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** The index of a JSON object that follows a name; -1 when other text follows. */
    private static int objectBehind(String text, int from) {
        Matcher brace = BRACE.matcher(text).region(from, text.length());
        return brace.lookingAt() ? brace.end() - 1 : -1;
    }

    private static ToolArguments guessed(FunctionSpec tool, String text, String rest) {
        String behind = withoutEdges(rest);
        if (CalledTools.isCalculator(tool)) {
            String expression = SpokenArithmetic.in("calculate " + text).stream()
                    .findFirst()
                    .orElse(behind);
            return new ToolArguments.Parsed(
                    expression.isEmpty() ? Map.of() : Map.of(CalledTools.EXPRESSION, expression));
        }
        return guess(tool, behind);
    }

    /** The arguments when only that text is known: every required parameter gets it if all of them are texts. */
    static ToolArguments guess(FunctionSpec tool, String text) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (!text.isEmpty()) {
            requiredTexts(tool.parameters())
                    .forEach((name, most) ->
                            arguments.put(name, text.length() <= most ? text : DemoTokens.shorten(text, most)));
        }
        return new ToolArguments.Parsed(arguments);
    }

    static String withoutEdges(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && EDGES.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && EDGES.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static Map<String, Integer> requiredTexts(Map<String, Object> schema) {
        Map<String, Integer> texts = new LinkedHashMap<>();
        if (schema.get("required") instanceof List<?> required
                && schema.get("properties") instanceof Map<?, ?> properties) {
            for (Object name : required) {
                if (!(name instanceof String text
                        && properties.get(text) instanceof Map<?, ?> property
                        && "string".equals(property.get("type")))) {
                    return Map.of();
                }
                texts.put(
                        text, property.get("maxLength") instanceof Number most ? most.intValue() : Dialogue.MOST_READ);
            }
        }
        return texts;
    }
}
