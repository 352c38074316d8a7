package dev.guildhall.llm.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a sentence, classified for arithmetic.
 *
 * @param kind its class
 * @param text its form in an expression, for example {@code *} for "times"
 * @param start its start in the sentence
 * @param end its end in the sentence
 */
record ArithmeticToken(Kind kind, String text, int start, int end) {
    enum Kind {
        NUMBER,
        /** A sign that usually means arithmetic. */
        STRONG,
        /** A sign that also occurs in dates, ranges and sizes. */
        WEAK,
        /** A root with its opening bracket. */
        ROOT,
        OPEN,
        CLOSE,
        /** A word, a date, a version number or the end of the text: no expression contains it. */
        OTHER;

        boolean strong() {
            return this == STRONG || this == ROOT;
        }

        boolean operator() {
            return this == STRONG || this == WEAK;
        }
    }

    private static final Pattern PART = Pattern.compile(
            "(?<date>\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}"
                    + "|\\b24/7\\b|\\d++(?:[.:]\\d++){2,}+|\\d++:\\d++)"
                    + "|(?<size>(?<=\\d)\\s?[xX×]\\s?(?=\\d))"
                    + "|(?<percent>\\s?(?:%|per ?cent)\\s+of\\b)"
                    + "|(?<number>(?:(?<![\\w.])|(?<=\\d[xX]))"
                    + "(?:0|[1-9]\\d{0,2}(?:,\\d{3})++|[1-9]\\d*)(?:\\.\\d+)?"
                    + "(?:[eE][+-]?\\d{1,4})?(?:(?!\\w)|(?=[xX]\\d)))"
                    + "|(?<words>\\b(?:multiplied by|times|divided by|plus|minus|to the power of|modulo|mod)\\b)"
                    + "|(?<root>\\bsqrt\\s?\\()"
                    + "|(?<word>[\\p{L}_\\d](?:[\\p{L}\\p{N}_'’-]|\\.(?=\\w))*+)"
                    + "|(?<sign>\\*\\*|[-+*/^%×÷·−])"
                    + "|(?<open>\\()|(?<close>\\))"
                    + "|(?<other>[^\\s$€£])",
            Pattern.CASE_INSENSITIVE);

    /** The parts of a sentence; the last one is {@link Kind#OTHER}. */
    static List<ArithmeticToken> read(String sentence) {
        List<ArithmeticToken> signs = new ArrayList<>();
        Matcher part = PART.matcher(sentence);
        while (part.find()) {
            signs.add(of(part));
        }
        signs.add(new ArithmeticToken(Kind.OTHER, "", sentence.length(), sentence.length()));
        return signs;
    }

    private static ArithmeticToken of(Matcher part) {
        String text = part.group().strip();
        if (part.group("number") != null) {
            return sign(Kind.NUMBER, text.replace(",", ""), part);
        }
        if (part.group("size") != null) {
            return sign(Kind.WEAK, "*", part);
        }
        if (part.group("percent") != null) {
            return sign(Kind.STRONG, "/100*", part);
        }
        if (part.group("words") != null) {
            return sign(Kind.STRONG, word(text), part);
        }
        if (part.group("root") != null) {
            return sign(Kind.ROOT, "sqrt(", part);
        }
        if (part.group("sign") != null) {
            return operator(text, part);
        }
        return bracketOrOther(text, part);
    }

    private static ArithmeticToken bracketOrOther(String text, Matcher part) {
        if (part.group("open") != null) {
            return sign(Kind.OPEN, text, part);
        }
        return sign(part.group("close") != null ? Kind.CLOSE : Kind.OTHER, text, part);
    }

    private static ArithmeticToken operator(String text, Matcher part) {
        return switch (text) {
            case "-", "−" -> sign(Kind.WEAK, "-", part);
            case "/", "%" -> sign(Kind.WEAK, text, part);
            case "×", "·" -> sign(Kind.STRONG, "*", part);
            case "÷" -> sign(Kind.STRONG, "/", part);
            case "**" -> sign(Kind.STRONG, "^", part);
            default -> sign(Kind.STRONG, text, part);
        };
    }

    private static String word(String words) {
        return switch (words.toLowerCase(Locale.ROOT)) {
            case "plus" -> "+";
            case "minus" -> "-";
            case "divided by" -> "/";
            case "to the power of" -> "^";
            case "modulo", "mod" -> "%";
            default -> "*";
        };
    }

    private static ArithmeticToken sign(Kind kind, String text, Matcher part) {
        return new ArithmeticToken(kind, text, part.start(), part.end());
    }
}
