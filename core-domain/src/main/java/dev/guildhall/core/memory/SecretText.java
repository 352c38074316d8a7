package dev.guildhall.core.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects texts with a secret: they are never stored as facts, and are masked when a text is stored or shown outside
 * the conversation of the message.
 */
final class SecretText {
    private static final int LONGEST_WORD = 24;
    private static final int FEWEST_CARD_DIGITS = 13;
    private static final int MOST_CARD_DIGITS = 19;

    private static final Pattern NAMED = Pattern.compile(
            "\\b(?:pass(?:word|phrase|code|wd)?|pin(?: code| number)?|secret|credentials?|token|api[ _-]?key|private"
                    + " key|access key|cvv|cvc|iban|log-?in|social security|ssn|seed phrase|recovery"
                    + " (?:code|phrase)s?|otp|2fa code)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern PREFIXED =
            Pattern.compile("\\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|AIza|eyJ)[-_A-Za-z0-9]{8,}");
    private static final Pattern IN_ADDRESS = Pattern.compile("(?<=://)[^\\s/:@]*:[^\\s/@]+(?=@)");
    private static final Pattern DIGITS = Pattern.compile("(?:\\d[ -]?){12,18}\\d");
    private static final Pattern NON_DIGITS = Pattern.compile("\\D");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern WORDS = Pattern.compile("\\S+");
    private static final Pattern SENTENCES = Pattern.compile("\\S.*?(?=(?<=[.!?])\\s|\\R|\\z)");

    private static final String MASK = "(left out)";

    private SecretText() {}

    /** Whether the text mentions a secret, or contains text that looks like one. */
    static boolean isIn(String text) {
        return NAMED.matcher(text).find()
                || PREFIXED.matcher(text).find()
                || IN_ADDRESS.matcher(text).find()
                || DIGITS.matcher(text).results().anyMatch(number -> isCard(number.group()))
                || BLANKS.splitAsStream(text).anyMatch(SecretText::isRandom);
    }

    /**
     * The text without its secrets: sentences that mention one are removed, with the following sentence when it is only
     * announced, and in other sentences the words that look like one.
     */
    static String masked(String text) {
        Matcher sentence = SENTENCES.matcher(text);
        StringBuilder masked = new StringBuilder();
        boolean announced = false;
        while (sentence.find()) {
            boolean named = NAMED.matcher(sentence.group()).find();
            sentence.appendReplacement(
                    masked, Matcher.quoteReplacement(named || announced ? MASK : shapeless(sentence.group())));
            announced = named && sentence.group().endsWith(":");
        }
        return sentence.appendTail(masked).toString();
    }

    private static String shapeless(String sentence) {
        String plain =
                IN_ADDRESS.matcher(PREFIXED.matcher(sentence).replaceAll(MASK)).replaceAll(MASK);
        String cardless = DIGITS.matcher(plain).replaceAll(number -> isCard(number.group()) ? MASK : number.group());
        return WORDS.matcher(cardless)
                .replaceAll(word -> isRandom(word.group()) ? MASK : Matcher.quoteReplacement(word.group()));
    }

    /** A long mix of letters and digits is not an ordinary word. Addresses are no secrets. */
    private static boolean isRandom(String word) {
        if (word.length() < LONGEST_WORD || word.contains("://") || word.contains("@")) {
            return false;
        }
        int changes = 0;
        for (int i = 1; i < word.length(); i++) {
            changes += Character.isDigit(word.charAt(i)) == Character.isDigit(word.charAt(i - 1)) ? 0 : 1;
        }
        return changes >= word.length() / 4;
    }

    /** Whether the digits have the check digit of payment cards (ISO/IEC 7812-1). */
    private static boolean isCard(String text) {
        String digits = NON_DIGITS.matcher(text).replaceAll("");
        if (digits.length() < FEWEST_CARD_DIGITS || digits.length() > MOST_CARD_DIGITS) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 1 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }
}
