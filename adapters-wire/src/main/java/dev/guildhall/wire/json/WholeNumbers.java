package dev.guildhall.wire.json;

import java.util.Optional;
import java.util.regex.Pattern;

/** Parses integers in the texts of requests: ASCII digits, without a sign. */
public final class WholeNumbers {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,10}");

    private WholeNumbers() {}

    /** The number; empty when the text is not such a number, or the number is larger than an int. */
    public static Optional<Integer> parse(String text) {
        return DIGITS.matcher(text).matches()
                ? Optional.of(Long.parseLong(text))
                        .filter(number -> number <= Integer.MAX_VALUE)
                        .map(Long::intValue)
                : Optional.empty();
    }
}
