package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides which of the offered tools a question needs: those that it names; otherwise a calculator for arithmetic and a
 * clock for the time.
 */
final class CalledTools {
    /** How the names of calculators end. */
    static final String CALCULATE = ".calculate";

    /** How the names of clocks end. */
    static final String TIME_NOW = ".time_now";

    private static final int MOST_CALLS = 8;

    private static final Pattern ASKS_TIME = Pattern.compile(
            "what(?:'s|’s| is)? (?:the )?(?:current |local |exact )?(?:time|date|day)\\b(?! of| for| to)"
                    + "|\\btime is it|\\bcurrent (?:time|date)|\\btime now\\b|\\btoday's date|\\bthe time in\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ZONE =
            Pattern.compile("\\b([A-Z][A-Za-z]{2,}/[A-Z][A-Za-z_]{2,}(?:/[A-Z][A-Za-z_]+)?|UTC)\\b");

    private CalledTools() {}

    /** The calls that a question needs; none when no tool was offered. */
    static List<ToolCall> from(String question, List<FunctionSpec> tools) {
        List<ToolCall> calls = new ArrayList<>();
        for (NamedTool named : NamedTool.in(question, tools)) {
            add(calls, named.tool(), named.arguments());
        }
        if (calls.isEmpty()) {
            offered(tools, CALCULATE).ifPresent(tool -> calculate(calls, tool, question));
            offered(tools, TIME_NOW).ifPresent(tool -> tellTime(calls, tool, question));
        }
        return calls;
    }

    private static void calculate(List<ToolCall> calls, FunctionSpec tool, String question) {
        Arithmetic.in(question).forEach(expression -> add(calls, tool, Map.of("expression", expression)));
    }

    private static void tellTime(List<ToolCall> calls, FunctionSpec tool, String question) {
        if (ASKS_TIME.matcher(question).find()) {
            Matcher zone = ZONE.matcher(question);
            add(calls, tool, zone.find() ? Map.of("timezone", zone.group(1)) : Map.of());
        }
    }

    private static Optional<FunctionSpec> offered(List<FunctionSpec> tools, String ending) {
        return tools.stream().filter(tool -> tool.name().endsWith(ending)).findFirst();
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
