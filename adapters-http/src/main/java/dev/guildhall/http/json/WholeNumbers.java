package dev.guildhall.http.json;

import java.util.regex.Pattern;

/** Whole numbers as the texts of requests have them: in digits of ASCII, without a sign. */
public final class WholeNumbers {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,10}");

    private WholeNumbers() {}

    /**
     * The number.
     *
     * @throws NumberFormatException when the text is none, or too large a one
     */
    public static int parse(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw new NumberFormatException("no digits");
        }
        return Integer.parseInt(text);
    }
}
