package dev.guildhall.llm.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The text of the demo model when it calls no tool: it counts, quotes the conversation, or explains itself.
 */
final class SmallTalk {
    static final int MOST_COUNTED = 1000;

    private static final int MOST_QUOTED = 120;
    private static final int MOST_REMEMBERED = 20;
    private static final String ENDS = ".?!…";

    private static final Pattern COUNT = Pattern.compile(
            "\\bcount (?:from (?:1|one) )?(?:up )?to (\\d{1,9}|[a-z]{3,6})\\b", Pattern.CASE_INSENSITIVE);
    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    private static final Pattern ASKS_NAME =
            Pattern.compile("what(?:'s|’s| is) my name|who am i\\b|my name\\?|know my name", Pattern.CASE_INSENSITIVE);
    private static final Pattern ASKS_EARLIER = Pattern.compile(
            "what (?:did|have) i (?:just )?(?:ask|said|say|tell|told|asked)"
                    + "|what was my (?:last|first|previous) (?:question|message)"
                    + "|(?:asked|said|told you) (?:before|earlier|so far)",
            Pattern.CASE_INSENSITIVE);

    private SmallTalk() {}

    static String answer(Dialogue dialogue) {
        String question = dialogue.question();
        Matcher count = COUNT.matcher(question);
        if (count.find() && number(count.group(1)) > 0) {
            return count(number(count.group(1)));
        }
        if (ASKS_NAME.matcher(question).find()) {
            return name(dialogue);
        }
        if (ASKS_EARLIER.matcher(question).find()) {
            return earlier(dialogue.earlier());
        }
        return GivenName.in(question)
                .map(name -> "Nice to meet you, " + name + ".")
                .orElseGet(() -> echo(question));
    }

    /** The number in the text; not positive when the text has none that is known. */
    private static int number(String written) {
        return Character.isDigit(written.charAt(0))
                ? Integer.parseInt(written)
                : NUMBERS.indexOf(written.toLowerCase(Locale.ROOT));
    }

    private static String count(int last) {
        if (last > MOST_COUNTED) {
            return "I count to " + MOST_COUNTED + " at most.";
        }
        return IntStream.rangeClosed(1, last).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private static String name(Dialogue dialogue) {
        Optional<String> name = GivenName.last(dialogue.earlier()).or(() -> GivenName.last(dialogue.instructions()));
        return name.map(known -> "Your name is " + known + ".").orElse("You have not told me your name.");
    }

    private static String earlier(List<String> messages) {
        if (messages.isEmpty()) {
            return "You have not said anything before.";
        }
        return messages.stream()
                .skip(Math.max(0, messages.size() - MOST_REMEMBERED))
                .map(message -> "“" + DemoTokens.shorten(message, MOST_QUOTED) + "”")
                .collect(Collectors.joining("; ", "You said before: ", "."));
    }

    private static String echo(String question) {
        return quoted(question)
                + " I answer by rule: I can calculate, tell the time, call tools, count, and remember"
                + " what you told me. GUILDHALL_LLM_PROVIDER selects a real model.";
    }

    /** A sentence that ends inside quotation marks gets no second full stop after them. */
    private static String quoted(String question) {
        if (question.isBlank()) {
            return "Hello.";
        }
        String said = DemoTokens.shorten(question, MOST_QUOTED);
        return "You said: “" + said + (ENDS.indexOf(said.charAt(said.length() - 1)) >= 0 ? "”" : "”.");
    }
}
