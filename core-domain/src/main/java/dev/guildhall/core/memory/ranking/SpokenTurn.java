package dev.guildhall.core.memory.ranking;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A remembered text, split into speaker and words: {@code Caroline: I went there yesterday}, with or without a date
 * before the name or in brackets after it.
 *
 * @param speaker in lower case; absent when the text names none
 * @param date the date beside the name; empty when there is none
 * @param words the words
 */
public record SpokenTurn(Optional<String> speaker, String date, String words) {
    private static final int LONGEST_PREFIX = 160;

    /** Optional text with a digit that does not end in a letter, one to three capitalised words, brackets, a colon. */
    private static final Pattern PREFIX = Pattern.compile("\\A([^\\n]{0,79}?\\d[^\\n]{0,20}?[^\\p{L}\\n])?"
            + "(\\p{Lu}[\\p{L}\\p{N}.'-]{0,30}(?: \\p{Lu}[\\p{L}\\p{N}.'-]{0,30}){0,2})"
            + "(\\s?[\\[(][^\\])\\n]{1,60}[\\])])?:\\s+(?=\\S)");

    public static SpokenTurn of(String text) {
        Matcher prefix = PREFIX.matcher(text.substring(0, Math.min(text.length(), LONGEST_PREFIX)));
        if (!prefix.find()) {
            return new SpokenTurn(Optional.empty(), "", text);
        }
        return new SpokenTurn(
                Optional.of(prefix.group(2).toLowerCase(Locale.ROOT)),
                group(prefix, 1) + group(prefix, 3),
                text.substring(prefix.end()));
    }

    private static String group(Matcher matcher, int number) {
        return Optional.ofNullable(matcher.group(number)).orElse("");
    }
}
