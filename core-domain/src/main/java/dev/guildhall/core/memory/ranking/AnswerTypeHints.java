package dev.guildhall.core.memory.ranking;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The kinds of answers, times and numbers, that a text contains or a question expects: a question for a time is answered by
 * a turn that names one.
 */
public record AnswerTypeHints(boolean time, boolean number) {
    private static final Pattern TIME =
            Pattern.compile("\\b(?:yesterday|today|tonight|tomorrow|ago|recently|lately|just"
                + " (?:got|came|had|went|finished|started|back)|(?:last|next|this|past|every|few|couple of|other|in"
                + " a|for a|first)"
                + " (?:night|morning|evening|day|days|week|weeks|weekend|month|months|year|years|summer|spring|fall|autumn|winter"
                + "|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august"
                + "|september|october|november|december)|(?:on|since|by|until|in|early|late)"
                + " (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january"
                + "|february|march|april|may|june|july|august|september|october|november|december)|(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)"
                + " (?:hours?|days?|weeks?|months?|years?)|(?:19|20)\\d\\d|birthday|anniversary|since i was)\\b");

    private static final Pattern NUMBER = Pattern.compile(
            "\\b(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twice|both|couple|several)\\b");

    private static final Pattern ASKS_TIME = Pattern.compile(
            "\\b(?:when|how long|how often|(?:what|which) (?:date|day|week|weekend|month|year|season|time)|how"
                    + " (?:many|much) (?:days|weeks|months|years|time))\\b");

    private static final Pattern ASKS_NUMBER = Pattern.compile("\\bhow (?:many|often|old)\\b");

    static AnswerTypeHints of(String words) {
        String lower = words.toLowerCase(Locale.ROOT);
        return new AnswerTypeHints(
                TIME.matcher(lower).find(), NUMBER.matcher(lower).find());
    }

    static AnswerTypeHints wanted(String question) {
        String lower = question.toLowerCase(Locale.ROOT);
        return new AnswerTypeHints(
                ASKS_TIME.matcher(lower).find(), ASKS_NUMBER.matcher(lower).find());
    }
}
