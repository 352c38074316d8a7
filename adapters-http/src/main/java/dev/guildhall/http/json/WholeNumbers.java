package dev.guildhall.http.json;

import java.util.regex.Pattern;

/** Parses integers in the texts of requests: ASCII digits, without a sign. */
public final class WholeNumbers {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,10}");

    private WholeNumbers() {}

    /**
     * Parses the number.
     *
     * @throws NumberFormatException when the text is not such a number, or the number is too large
     */
    public static int parse(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw new NumberFormatException("no digits");
        }
        return Integer.parseInt(text);
    }
}
