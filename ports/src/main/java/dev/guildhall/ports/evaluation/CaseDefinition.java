package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A question, and what its answer must fulfil to pass (evaluation-1, evaluation-4). A case without conditions passes with any
 * answer.
 *
 * @param input the question, 1 to {@value #MAX_INPUT} characters, not only blanks
 * @param contains texts that the answer must contain, at most {@value #MOST_TEXTS} of 1 to {@value #MAX_TEXT} characters
 * @param rubric what a model judges the answer by, 1 to {@value #MAX_RUBRIC} characters; absent means that no model judges it
 * @param requiredTools names of tools, and {@code integration.*} for any tool of one, that must be called; at most
 *     {@value #MOST_TOOLS}
 * @param forbiddenTools the same for tools that must not be called
 * @param execute whether calls with the effect {@code write} or {@code destructive} are made (evaluation-5)
 */
public record CaseDefinition(
        String input,
        List<String> contains,
        Optional<String> rubric,
        List<String> requiredTools,
        List<String> forbiddenTools,
        boolean execute) {
    public static final int MAX_INPUT = 32_000;
    public static final int MOST_TEXTS = 20;
    public static final int MAX_TEXT = 1_000;
    public static final int MAX_RUBRIC = 8_000;
    public static final int MOST_TOOLS = 64;

    /**
     * Checks the values.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    public CaseDefinition {
        contains = List.copyOf(contains);
        requiredTools = List.copyOf(requiredTools);
        forbiddenTools = List.copyOf(forbiddenTools);
        requireText("input", input, MAX_INPUT);
        requireAtMost("contains", contains, MOST_TEXTS);
        for (int i = 0; i < contains.size(); i++) {
            requireText("contains[" + i + "]", contains.get(i), MAX_TEXT);
        }
        rubric.ifPresent(text -> requireText("rubric", text, MAX_RUBRIC));
        requireTools("requiredTools", requiredTools);
        requireTools("forbiddenTools", forbiddenTools);
    }

    private static void requireText(String field, String text, int most) {
        if (text.isBlank() || text.codePointCount(0, text.length()) > most) {
            throw Refusal.invalid(field, "must have 1 to " + most + " characters, not only blanks");
        }
        if (!Text.isWellFormed(text)) {
            throw Refusal.invalid(field, "must be well-formed Unicode without NUL");
        }
    }

    private static void requireTools(String field, List<String> tools) {
        requireAtMost(field, tools, MOST_TOOLS);
        for (int i = 0; i < tools.size(); i++) {
            if (!AllowedTools.isEntry(tools.get(i))) {
                throw Refusal.invalid(
                        field + "[" + i + "]", "must be the name of a tool, or integration.* for any of one");
            }
        }
    }

    private static void requireAtMost(String field, List<?> list, int most) {
        if (list.size() > most) {
            throw Refusal.invalid(field, "must have at most " + most + " items");
        }
    }
}
