package dev.guildhall.llm.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the arithmetic in a sentence. Strong signs ({@code * + ^} and words such as "times") mean arithmetic anywhere. Weak
 * ones ({@code - / x}) also occur in dates, ranges and sizes, so they need a hint: "what is" directly before them, a word
 * like "calculate", or no other words in the sentence.
 */
final class SpokenArithmetic {
    private static final Pattern COMMAND = Pattern.compile(
            "\\b(?:calculat\\w*|comput\\w+|evaluate|solve|work out|rechne|berechne)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ASKED_BEFORE = Pattern.compile(
            "(?:\\b(?:what(?:'s|’s| is|s)?|how much is|equals|result of|value of|wie ?viel ist|was ist)|=)[\\s:]*$",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NOTHING_ELSE = Pattern.compile("[\\s=?.!]*");
    private static final int PHONE_DIGITS = 7;
    private static final int MOST_SIGNS = 200;

    private SpokenArithmetic() {}

    /** The expressions of a text in the order of the text, without blanks, for example {@code 12*12}. */
    static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        List<ArithmeticToken> run = new ArrayList<>();
        for (ArithmeticToken sign : ArithmeticToken.read(text)) {
            if (sign.kind() == ArithmeticToken.Kind.OTHER) {
                expression(text, run).ifPresent(found::add);
                run.clear();
            } else {
                run.add(sign);
            }
        }
        return found;
    }

    private static Optional<String> expression(String text, List<ArithmeticToken> run) {
        if (run.size() > MOST_SIGNS) {
            return Optional.empty();
        }
        List<ArithmeticToken> signs = ExpressionShape.longest(run);
        if (signs.isEmpty() || looksLikeAPhone(signs)) {
            return Optional.empty();
        }
        boolean strong = signs.stream().anyMatch(sign -> sign.kind().strong());
        return strong || isAskedFor(text, signs) ? Optional.of(joined(signs)) : Optional.empty();
    }

    private static boolean isAskedFor(String text, List<ArithmeticToken> signs) {
        String before = text.substring(0, signs.getFirst().start());
        String behind = text.substring(signs.getLast().end());
        if (COMMAND.matcher(text).find() || ASKED_BEFORE.matcher(before).find()) {
            return true;
        }
        return NOTHING_ELSE.matcher(before).matches()
                && NOTHING_ELSE.matcher(behind).matches()
                && digits(signs) < PHONE_DIGITS;
    }

    /** Groups of digits with two or more hyphens: a telephone or card number, an ISBN, a date. */
    private static boolean looksLikeAPhone(List<ArithmeticToken> signs) {
        long hyphens = signs.stream().filter(sign -> sign.text().equals("-")).count();
        return hyphens >= 2
                && digits(signs) >= PHONE_DIGITS
                && signs.stream().noneMatch(sign -> sign.kind().strong())
                && signs.getLast().end() - signs.getFirst().start()
                        == joined(signs).length();
    }

    private static long digits(List<ArithmeticToken> signs) {
        return joined(signs).chars().filter(Character::isDigit).count();
    }

    private static String joined(List<ArithmeticToken> signs) {
        StringBuilder joined = new StringBuilder();
        signs.forEach(sign -> joined.append(sign.text()));
        return joined.toString();
    }
}
