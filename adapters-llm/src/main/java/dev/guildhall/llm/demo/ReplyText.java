package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.wire.completion.ArgumentsText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Answers with text: reports the results of tools; otherwise counts, remembers what the user has said, or says what the demo
 * model can do.
 */
final class ReplyText {
    private static final int MOST_COUNTED = 1000;
    private static final int MOST_QUOTED = 120;
    private static final int MOST_REMEMBERED = 20;
    private static final int MOST_REPORTED = 500;

    private static final Pattern COUNT = anyCase("\\bcount (?:from (?:1|one) )?(?:up )?to (\\d{1,9}|[a-z]+)\\b");
    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    private static final Pattern ASKS_NAME = anyCase("what(?:['’]s| is) my name|who am i\\b|my name\\?|know my name");
    private static final Pattern ASKS_EARLIER = anyCase("what (?:did|have) i (?:just )?(?:ask|say|said|tell|told)"
            + "|what was my (?:last|first|previous) (?:question|message)"
            + "|(?:asked|said|told you) (?:before|earlier|so far)");

    /** After "I am" only a word with a capital letter is a name: "I am tired" gives none. */
    private static final Pattern NAME = Pattern.compile("(?:(?i:my name(?: is|['’]s)|user(?:['’]s)? name(?: is|:)) "
            + "|\\b(?i:call me|i am|i['’]m|(?:am|is|['’]m) called) (?=\\p{Lu}))"
            + "(\\p{L}[\\p{L}'’-]*+(?: \\p{Lu}[\\p{L}'’-]*+){0,2})");

    private ReplyText() {}

    static String of(Dialogue dialogue) {
        return dialogue.results().isEmpty()
                ? smallTalk(dialogue.userTexts(), dialogue.instructions())
                : dialogue.results().stream()
                        .map(result -> report(result, dialogue.arguments(result.callId())))
                        .collect(Collectors.joining(" "));
    }

    private static String smallTalk(List<String> said, List<String> instructions) {
        String question = said.getLast();
        Matcher count = COUNT.matcher(question);
        if (count.find() && number(count.group(1)) > 0) {
            return count(number(count.group(1)));
        }
        if (ASKS_NAME.matcher(question).find()) {
            return lastName(Stream.concat(instructions.stream(), said.stream()))
                    .map(name -> "Your name is " + name + ".")
                    .orElse("You have not told me your name.");
        }
        if (ASKS_EARLIER.matcher(question).find()) {
            return quote(said.subList(0, said.size() - 1));
        }
        return lastName(Stream.of(question))
                .map(name -> "Nice to meet you, " + name + ".")
                .orElseGet(() -> introduction(question));
    }

    private static String count(int last) {
        return last > MOST_COUNTED
                ? "I count to " + MOST_COUNTED + " at most."
                : IntStream.rangeClosed(1, last).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /** The number in digits or as a word; not positive when the word is not known. */
    private static int number(String written) {
        return Character.isDigit(written.charAt(0))
                ? Integer.parseInt(written)
                : NUMBERS.indexOf(written.toLowerCase(Locale.ROOT));
    }

    private static Optional<String> lastName(Stream<String> texts) {
        return texts.flatMap(text -> NAME.matcher(text).results())
                .map(found -> found.group(1))
                .reduce((earlier, later) -> later);
    }

    private static String quote(List<String> messages) {
        String quoted = messages.stream()
                .skip(Math.max(0, messages.size() - MOST_REMEMBERED))
                .map(message -> "“" + Dialogue.shorten(message, MOST_QUOTED) + "”")
                .collect(Collectors.joining("; "));
        return messages.isEmpty() ? "You have not said anything before." : "You said before: " + quoted + ".";
    }

    /** A sentence that ends inside quotation marks gets no second full stop after them. */
    private static String introduction(String question) {
        String said = Dialogue.shorten(question, MOST_QUOTED);
        String quoted = "You said: “" + said + (said.matches(".*[.?!…]") ? "”" : "”.");
        return (said.isEmpty() ? "Hello." : quoted)
                + " I answer by rule: I can calculate, tell the time, call tools, count, and remember what you told me."
                + " GUILDHALL_LLM_PROVIDER selects a real model.";
    }

    private static String report(ChatMessage.ToolResult result, Map<String, Object> arguments) {
        String tool = result.tool();
        Map<String, Object> data = Dialogue.values(ArgumentsText.parse(result.content()));
        Object asked = arguments.getOrDefault(CallArguments.EXPRESSION, tool);
        Object subject = data.getOrDefault(CallArguments.EXPRESSION, asked);
        if (data.get("error") instanceof String error) {
            return subject + " failed: "
                    + Dialogue.shorten(error, MOST_REPORTED).replaceFirst("\\.$", "") + ".";
        }
        if (CallArguments.isCalculator(tool) && data.get("result") instanceof Number value) {
            return subject + " = " + (value instanceof BigDecimal decimal ? decimal.toPlainString() : value) + ".";
        }
        if (ToolSelection.isClock(tool) && data.get("time") instanceof String time) {
            return "The time is " + time + (data.get("timezone") instanceof String zone ? " (" + zone + ")." : ".");
        }
        if (tool.endsWith("task_create") && data.get("title") instanceof String title) {
            String shown = Dialogue.shorten(title, MOST_REPORTED);
            return "The task “" + shown + "” is created. The agent works on it in the background.";
        }
        return tool + " answered " + Dialogue.shorten(result.content(), MOST_REPORTED) + ".";
    }

    private static Pattern anyCase(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }
}
