package dev.guildhall.core.search;

/**
 * Removes the endings of number and tense from English words, and little more: {@code cities} and {@code city},
 * {@code booking} and {@code book} get the same stem, {@code booker} does not change. A stem need not be a word.
 */
final class Stemmer {
    private static final int SHORTEST_ING = 6;
    private static final int SHORTEST_ED = 5;

    private Stemmer() {}

    /** The stem of a word in lower case; words with other characters than a to z do not change. */
    static String stem(String word) {
        if (word.length() < 4 || !isLatin(word)) {
            return word;
        }
        String stem = withoutTense(withoutPlural(word));
        return stem.length() >= 4 && stem.endsWith("e") ? cut(stem, 1) : stem;
    }

    private static String withoutPlural(String word) {
        if (word.length() > 4 && word.endsWith("ies")) {
            return cut(word, 3) + "y";
        }
        if (word.endsWith("sses")) {
            return cut(word, 2);
        }
        boolean plural = word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
        return plural ? cut(word, 1) : word;
    }

    private static String withoutTense(String word) {
        if (word.length() >= SHORTEST_ING && word.endsWith("ing")) {
            return spoken(cut(word, 3), word);
        }
        if (word.length() > SHORTEST_ED && word.endsWith("ied")) {
            return cut(word, 3) + "y";
        }
        if (word.length() >= SHORTEST_ED && word.endsWith("ed")) {
            return spoken(cut(word, 2), word);
        }
        return word;
    }

    /** A stem must have a vowel: {@code string} is not a form of {@code str}. */
    private static String spoken(String stem, String word) {
        return stem.chars().anyMatch(c -> "aeiouy".indexOf(c) >= 0) ? withoutDouble(stem) : word;
    }

    /**
     * {@code plann(ing)} becomes {@code plan}; {@code call(ing)}, {@code pass(ing)} and {@code buzz(ing)} keep the
     * double letter.
     */
    private static String withoutDouble(String stem) {
        int last = stem.length() - 1;
        char end = stem.charAt(last);
        return last > 1 && end == stem.charAt(last - 1) && "lsz".indexOf(end) < 0 ? cut(stem, 1) : stem;
    }

    private static String cut(String word, int letters) {
        return word.substring(0, word.length() - letters);
    }

    private static boolean isLatin(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
                return false;
            }
        }
        return true;
    }
}
