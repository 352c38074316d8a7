package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.wire.completion.ArgumentsText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides which of the offered tools a question needs: those that it names; otherwise the one whose command it begins with;
 * otherwise a calculator for arithmetic and a clock for the time; otherwise the one whose name consists of words of the
 * question.
 */
final class ToolSelection {
    private static final int MOST_CALLS = 8;
    private static final Pattern NAME = Pattern.compile("[\\w-]++(?:\\.[\\w-]++)*+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++");

    /** Words that do not tell one tool from another. */
    private static final Set<String> VERBS =
            Set.of("", "get", "fetch", "find", "list", "look", "lookup", "read", "show", "query");

    private static final Pattern ASKS_TIME = Pattern.compile(
            "what(?:['’]s| is)? (?:the )?(?:current |local |exact )?(?:time|date|day)\\b(?! of| for| to)"
                    + "|\\btime is it|\\bcurrent (?:time|date)|\\btime now\\b|\\btoday['’]s date|\\bthe time in\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ZONE = Pattern.compile("\\b(?:[A-Z]\\w{2,}(?:/[A-Z]\\w{2,})+|UTC)\\b");

    private final String question;
    private final List<FunctionSpec> tools;
    private final List<ToolCall> calls = new ArrayList<>();

    private ToolSelection(String question, List<FunctionSpec> tools) {
        this.question = question;
        this.tools = tools;
    }

    /** The calls that a question needs within the tool choice of the request. */
    static List<ToolCall> in(String question, FunctionOffer offer) {
        Predicate<FunctionSpec> isAllowed = switch (offer.choice()) {
            case ToolChoice.Auto ignored -> tool -> true;
            case ToolChoice.Required ignored -> tool -> true;
            case ToolChoice.None ignored -> tool -> false;
            case ToolChoice.Named(String name) -> tool -> tool.name().equals(name);
        };
        List<FunctionSpec> tools = offer.functions().stream().filter(isAllowed).toList();
        ToolSelection needed = new ToolSelection(question, tools);
        needed.find();
        if (needed.calls.isEmpty() && !tools.isEmpty() && !(offer.choice() instanceof ToolChoice.Auto)) {
            FunctionSpec first = tools.getFirst();
            needed.add(
                    first,
                    ArgumentsText.parse(SchemaInstance.of(first.parameters()).toString()));
        }
        return needed.calls.stream().limit(offer.parallel() ? MOST_CALLS : 1).toList();
    }

    private void find() {
        callNamed();
        if (calls.isEmpty()) {
            Matcher first = WORD.matcher(question);
            String command = first.find() ? first.group().toLowerCase(Locale.ROOT) : "";
            callMeant(words -> words.size() > 1 && words.contains(command));
        }
        if (calls.isEmpty()) {
            calculate();
            tellTime();
        }
        if (calls.isEmpty()) {
            callMeant(words -> !words.isEmpty());
        }
    }

    private void callNamed() {
        Matcher name = NAME.matcher(question);
        int from = 0;
        while (calls.size() < MOST_CALLS && name.find(from)) {
            from = name.end();
            for (FunctionSpec tool : tools) {
                if (tool.name().equals(name.group())) {
                    CallArguments arguments = CallArguments.of(tool, question, name.end());
                    add(tool, arguments.values());
                    from = arguments.end();
                }
            }
        }
    }

    /** Calls the first tool all of whose words are in the question. */
    private void callMeant(Predicate<Set<String>> isCandidate) {
        for (FunctionSpec tool : tools) {
            Set<String> missing = words(tool.name());
            if (calls.isEmpty() && isCandidate.test(missing)) {
                Matcher word = WORD.matcher(question);
                while (!missing.isEmpty() && word.find()) {
                    missing.remove(word.group().toLowerCase(Locale.ROOT));
                }
                if (missing.isEmpty()) {
                    add(tool, CallArguments.of(tool, question, word.end()).values());
                }
            }
        }
    }

    private static Set<String> words(String name) {
        String own = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        Set<String> words = new HashSet<>(List.of(own.split("[_-]")));
        words.removeAll(VERBS);
        return words;
    }

    private void calculate() {
        first(CallArguments::isCalculator)
                .ifPresent(calculator -> SpokenArithmetic.in(question).stream()
                        .distinct()
                        .forEach(expression -> add(calculator, Map.of(CallArguments.EXPRESSION, expression))));
    }

    private void tellTime() {
        if (ASKS_TIME.matcher(question).find()) {
            Matcher zone = ZONE.matcher(question);
            Map<String, Object> arguments = zone.find() ? Map.of("timezone", zone.group()) : Map.of();
            first(tool -> isClock(tool.name())).ifPresent(clock -> add(clock, arguments));
        }
    }

    static boolean isClock(String tool) {
        return tool.endsWith(".time_now");
    }

    private Optional<FunctionSpec> first(Predicate<FunctionSpec> condition) {
        return tools.stream().filter(condition).findFirst();
    }

    private void add(FunctionSpec tool, Map<String, Object> arguments) {
        add(tool, new ToolArguments.Parsed(arguments));
    }

    private void add(FunctionSpec tool, ToolArguments arguments) {
        calls.add(new ToolCall("call_" + (calls.size() + 1), tool.name(), arguments));
    }
}
