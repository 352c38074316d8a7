package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides which of the offered tools a question needs: those that it names; otherwise the one whose command it begins
 * with; otherwise a calculator for arithmetic and a clock for the time; otherwise the one whose name consists of words of
 * the question.
 */
final class CalledTools {
    /** The name of a calculator's parameter. */
    static final String EXPRESSION = "expression";

    private static final Pattern CALCULATOR = Pattern.compile("(?:.*[._-])?calculat(?:e|or)");
    private static final Pattern CLOCK = Pattern.compile(".*\\.time_now");

    private static final int MOST_CALLS = 8;

    private static final Pattern ASKS_TIME = Pattern.compile(
            "what(?:'s|’s| is)? (?:the )?(?:current |local |exact )?(?:time|date|day)\\b(?! of| for| to)"
                    + "|\\btime is it|\\bcurrent (?:time|date)|\\btime now\\b|\\btoday's date|\\bthe time in\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ZONE =
            Pattern.compile("\\b([A-Z][A-Za-z]{2,}/[A-Z][A-Za-z_]{2,}(?:/[A-Z][A-Za-z_]+)?|UTC)\\b");

    private CalledTools() {}

    /** The calls that a question needs; none when the request offers no tool. */
    static List<ToolCall> from(String question, List<FunctionSpec> tools) {
        List<ToolCall> calls = new ArrayList<>();
        for (NamedTool named : NamedTool.in(question, tools)) {
            add(calls, named.tool(), named.arguments());
        }
        if (calls.isEmpty()) {
            MeantTool.commanded(question, tools).ifPresent(meant -> add(calls, meant.tool(), meant.arguments()));
        }
        if (calls.isEmpty()) {
            tools.stream()
                    .filter(CalledTools::isCalculator)
                    .findFirst()
                    .ifPresent(tool -> calculate(calls, tool, question));
            tools.stream()
                    .filter(tool -> isClock(tool.name()))
                    .findFirst()
                    .ifPresent(tool -> tellTime(calls, tool, question));
        }
        if (calls.isEmpty()) {
            MeantTool.in(question, tools).ifPresent(meant -> add(calls, meant.tool(), meant.arguments()));
        }
        return calls;
    }

    static boolean isCalculator(String name) {
        return CALCULATOR.matcher(name).matches();
    }

    static boolean isClock(String name) {
        return CLOCK.matcher(name).matches();
    }

    static boolean isCalculator(FunctionSpec tool) {
        return isCalculator(tool.name())
                && tool.parameters().get("properties") instanceof Map<?, ?> properties
                && properties.containsKey(EXPRESSION);
    }

    private static void calculate(List<ToolCall> calls, FunctionSpec tool, String question) {
        SpokenArithmetic.in(question).stream()
                .distinct()
                .forEach(expression -> add(calls, tool, Map.of(EXPRESSION, expression)));
    }

    private static void tellTime(List<ToolCall> calls, FunctionSpec tool, String question) {
        if (ASKS_TIME.matcher(question).find()) {
            Matcher zone = ZONE.matcher(question);
            add(calls, tool, zone.find() ? Map.of("timezone", zone.group(1)) : Map.of());
        }
    }

    private static void add(List<ToolCall> calls, FunctionSpec tool, Map<String, Object> arguments) {
        add(calls, tool, new ToolArguments.Parsed(arguments));
    }

    private static void add(List<ToolCall> calls, FunctionSpec tool, ToolArguments arguments) {
        if (calls.size() < MOST_CALLS) {
            calls.add(new ToolCall("call_" + (calls.size() + 1), tool.name(), arguments));
        }
    }
}
