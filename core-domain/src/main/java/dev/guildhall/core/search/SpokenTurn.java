package dev.guildhall.core.search;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A remembered text, taken apart into who says it and what: {@code Caroline: I went there yesterday}, with or without a
 * date before the name or in brackets behind it.
 *
 * @param speaker in lower case; absent when the text does not say
 * @param words what is said, without speaker and date
 */
record SpokenTurn(Optional<String> speaker, String words) {
    private static final int LONGEST_PREFIX = 160;

    /** Nothing or something with a digit that ends in no letter, one to three capitalised words, brackets, a colon. */
    private static final Pattern PREFIX = Pattern.compile("\\A(?:[^\\n]{0,79}?\\d[^\\n]{0,20}?[^\\p{L}\\n])?"
            + "(\\p{Lu}[\\p{L}\\p{N}.'-]{0,30}(?: \\p{Lu}[\\p{L}\\p{N}.'-]{0,30}){0,2})"
            + "(?:\\s?[\\[(][^\\])\\n]{1,60}[\\])])?:\\s+");

    static SpokenTurn of(String text) {
        String beginning = text.substring(0, Math.min(text.length(), LONGEST_PREFIX));
        Matcher prefix = PREFIX.matcher(beginning);
        if (!prefix.find()) {
            return new SpokenTurn(Optional.empty(), text);
        }
        return new SpokenTurn(Optional.of(prefix.group(1).toLowerCase(Locale.ROOT)), text.substring(prefix.end()));
    }
}
