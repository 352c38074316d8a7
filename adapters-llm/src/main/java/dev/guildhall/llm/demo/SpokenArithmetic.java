package dev.guildhall.llm.demo;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds the arithmetic in a sentence. Most operators ({@code * + ^}, "times") mean arithmetic anywhere. The others
 * ({@code - / % x}) also occur in dates, ranges and sizes, so they need a hint: "what is" directly before them, a word like
 * "calculate", or no other words in the sentence.
 */
final class SpokenArithmetic {
    private static final String NUMBER = "(?:0|[1-9]\\d*+)(?:,\\d{3})*+(?:\\.\\d++)?(?:e[-+]?\\d{1,4})?";

    private static final int DEEPEST_BRACKETS = 5;

    /** A number in a word, a date, a time or a version is no operand. */
    private static final Pattern EXPRESSION =
            Pattern.compile("(?<![\\w.,:/-])" + expression(DEEPEST_BRACKETS) + "(?!\\w|[.:]\\d)");

    private static final Pattern CERTAIN = Pattern.compile("[+*^÷·−]|mod|sqrt");
    private static final Pattern UNCERTAIN = Pattern.compile("[\\d)]\\s*[-/%×]");

    /** Telephone and card numbers, ISBNs and dates are groups of digits, with seven digits or more. */
    private static final Pattern GROUPS = Pattern.compile("\\d++(?:-\\d++){2,}");

    private static final Pattern SEVEN_DIGITS = Pattern.compile("(?:\\D*\\d){7,}");
    private static final Pattern COMMAND =
            Pattern.compile("\\b(?:calculat|comput\\w|evaluate\\b|solve\\b|work out\\b|rechne\\b|berechne\\b)");
    private static final Pattern ASKED_BEFORE = Pattern.compile(
            "(?:\\b(?:what(?:['’]s| is|s)?|how much is|equals|result of|value of|wie ?viel ist|was ist)|=)[\\s:]*$");
    private static final Pattern NO_WORDS = Pattern.compile("[\\s=?.!]*");

    private SpokenArithmetic() {}

    private static String expression(int brackets) {
        String operand =
                brackets == 0 ? NUMBER : "(?:" + NUMBER + "|(?:sqrt ?)?\\( *" + expression(brackets - 1) + " *\\))";
        return "-?" + operand + "(?:\\s*+(?:[-+*/^%×÷·−]|mod)\\s*+-?" + operand + ")*+";
    }

    /** The expressions of a text in the order of the text, without blanks, for example {@code 12*12}. */
    static List<String> in(String text) {
        String said = withOperators(text);
        return EXPRESSION
                .matcher(said)
                .results()
                .filter(found -> isArithmetic(said, found))
                .map(found -> plain(found.group()))
                .toList();
    }

    /** The text in lower case, without currency signs, and with operators in place of words. */
    private static String withOperators(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("[$€£]", "")
                .replaceAll("\\b(?:times|multiplied by)\\b", "*")
                .replaceAll("\\bdivided by\\b", "÷")
                .replaceAll("\\bto the power of\\b|\\*\\*", "^")
                .replaceAll("\\bplus\\b", "+")
                .replaceAll("\\bminus\\b", "−")
                .replaceAll("\\bmodulo\\b", "mod")
                .replaceAll("(?<=\\d) ?x ?(?=\\d)", "×")
                .replaceAll("\\s?(?:%|per ?cent) of(?= ?\\d)", "÷100*");
    }

    private static boolean isArithmetic(String said, MatchResult found) {
        String expression = found.group();
        return CERTAIN.matcher(expression).find()
                || (UNCERTAIN.matcher(expression).find() && isAsked(said, found));
    }

    private static boolean isAsked(String said, MatchResult found) {
        String before = said.substring(0, found.start());
        String after = said.substring(found.end());
        boolean isLong = SEVEN_DIGITS.matcher(found.group()).matches();
        if (isLong && GROUPS.matcher(found.group()).matches()) {
            return false;
        }
        return COMMAND.matcher(said).find()
                || ASKED_BEFORE.matcher(before).find()
                || (!isLong && NO_WORDS.matcher(before + after).matches());
    }

    private static String plain(String expression) {
        return expression
                .replaceAll("[\\s,]", "")
                .replaceAll("[×·]", "*")
                .replace('÷', '/')
                .replace('−', '-')
                .replace("mod", "%");
    }
}
