package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A tool whose name a question does not contain, but the words of the name: a question with "weather" means
 * {@code get_weather}.
 *
 * @param tool the offered tool
 * @param arguments minimal arguments; a single required text is the end of the question
 */
record MeantTool(FunctionSpec tool, ToolArguments arguments) {
    /** Words that do not tell one tool from another. */
    private static final Set<String> VERBS =
            Set.of("get", "fetch", "find", "list", "look", "lookup", "read", "show", "query");

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++");
    private static final Pattern PREPOSITION =
            Pattern.compile("^(?:[\\s,]*+(?:like|in|at|for|of|about|on|the)\\b)*+", Pattern.CASE_INSENSITIVE);

    /** The first offered tool all of whose words are in a text; empty when there is none. */
    static Optional<MeantTool> in(String text, List<FunctionSpec> tools) {
        return tools.stream().flatMap(tool -> of(text, tool).stream()).findFirst();
    }

    /**
     * The tool of a text that begins with one word of the tool's name and has the other words: "Create a task: …" means
     * {@code task_create}, whatever follows.
     */
    static Optional<MeantTool> commanded(String text, List<FunctionSpec> tools) {
        Matcher word = WORD.matcher(text);
        if (!word.find()) {
            return Optional.empty();
        }
        String first = word.group().toLowerCase(Locale.ROOT);
        return tools.stream()
                .filter(tool ->
                        words(tool.name()).size() > 1 && words(tool.name()).contains(first))
                .flatMap(tool -> of(text, tool).stream())
                .findFirst();
    }

    private static Optional<MeantTool> of(String text, FunctionSpec tool) {
        Set<String> wanted = words(tool.name());
        int end = 0;
        Matcher word = WORD.matcher(text);
        boolean any = !wanted.isEmpty();
        while (!wanted.isEmpty() && word.find()) {
            if (wanted.remove(word.group().toLowerCase(Locale.ROOT))) {
                end = word.end();
            }
        }
        return any && wanted.isEmpty()
                ? Optional.of(new MeantTool(tool, NamedTool.guess(tool, rest(text.substring(end)))))
                : Optional.empty();
    }

    private static Set<String> words(String name) {
        String own = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(own.split("[_-]"))
                .filter(word -> !word.isEmpty() && !VERBS.contains(word))
                .collect(Collectors.toSet());
    }

    private static String rest(String text) {
        return NamedTool.withoutEdges(PREPOSITION.matcher(text).replaceFirst(""));
    }
}
