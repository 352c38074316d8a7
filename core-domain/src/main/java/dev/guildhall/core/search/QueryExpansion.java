package dev.guildhall.core.search;

import java.util.regex.Pattern;

/**
 * Adds words that a query implies and does not contain. The words and the embedding of {@code 17 times 23} are those of
 * numbers; the user needs a calculation.
 */
final class QueryExpansion {
    private static final String CALCULATION = " (calculate arithmetic)";

    private static final String WORD_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
            + "|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty"
            + "|ninety|hundred|thousand";

    private static final String NUMBER = "(?:\\d+(?:[.,]\\d+)*|zero|" + WORD_NUMBER + ")";

    /** Without spaces around them, {@code -}, {@code /} and {@code x} occur in dates, ranges and sizes. */
    private static final String OPERATOR = "(?:\\s*[+*^\u00d7\u00f7]\\s*|\\s+[-\u2212/x%]\\s+|\\s+(?:plus|minus|times"
            + "|modulo|mod|(?:divided|multiplied) by|to the power of)\\s+|\\s*(?:%|percent) of\\s+)";

    private static final String EXPRESSION =
            "(?<![\\p{L}\\p{N}])" + NUMBER + "\\)*" + OPERATOR + "\\(*" + NUMBER + "(?!\\p{L})";

    /** An operation on unspecified numbers. */
    private static final String OPERATION = "\\b(?:add|sum|subtract|multiply|divide)(?: up)?"
            + "(?: (?:the|these|those|some|all|both|\\d+|" + WORD_NUMBER + "))* numbers\\b";

    private static final Pattern ARITHMETIC =
            Pattern.compile(EXPRESSION + "|" + OPERATION, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    private QueryExpansion() {}

    /** The query, followed by the words that it implies. */
    static String of(String query) {
        return ARITHMETIC.matcher(query).find() ? query + CALCULATION : query;
    }
}
