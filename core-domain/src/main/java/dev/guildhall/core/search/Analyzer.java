package dev.guildhall.core.search;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns text into terms: splits words where letters and digits end and before an inner capital, removes case, accents
 * and endings, and leaves out stop words. {@code getHTTPStatus} becomes {@code http} and {@code status};
 * {@code YouTube} counts as {@code tub} and as {@code youtub}, since it is also written as one word. A character of a
 * script without spaces is a separate term. Immutable.
 */
public final class Analyzer {
    /** The most terms of one text; further terms do not count. */
    public static final int MOST_TERMS = 4_000;

    private static final int LONGEST_TERM = 64;
    private static final int FIRST_BEYOND_ASCII = 0x80;

    /** How many parts a name may have that is also written as one word. */
    private static final int PARTS_OF_BRAND = 2;

    private static final Pattern APOSTROPHES = Pattern.compile("['\u2019]");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern WORDS = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Pattern CAMEL_CASE_BOUNDARY =
            Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

    private final Set<String> stopWords;
    private final Map<String, String> forms;

    /** Leaves those words out; they are given in lower case. */
    public Analyzer(Set<String> stopWords) {
        this(stopWords, Map.of());
    }

    private Analyzer(Set<String> stopWords, Map<String, String> forms) {
        this.stopWords = Set.copyOf(stopWords);
        this.forms = Map.copyOf(forms);
    }

    /** For English, without the words of requests. */
    public static Analyzer english() {
        return new Analyzer(StopWords.ENGLISH);
    }

    /**
     * For conversations in English, and for questions about them: {@code bought} counts as {@code buy}, and words of
     * questions and greetings are stop words.
     */
    public static Analyzer dialogue() {
        return new Analyzer(StopWords.DIALOGUE, IrregularForms.ENGLISH);
    }

    public List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        var words = WORDS.matcher(plain(text));
        while (terms.size() < MOST_TERMS && words.find()) {
            addWord(words.group(), terms);
        }
        return List.copyOf(terms.size() > MOST_TERMS ? terms.subList(0, MOST_TERMS) : terms);
    }

    /** Normalises compatible forms, and removes accents and apostrophes: {@code don't} is one word. */
    private static String plain(String text) {
        if (isAscii(text)) {
            return text.replace("'", "");
        }
        String decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
        return APOSTROPHES.matcher(MARKS.matcher(decomposed).replaceAll("")).replaceAll("");
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_BEYOND_ASCII) {
                return false;
            }
        }
        return true;
    }

    private void addWord(String word, List<String> terms) {
        if (isAscii(word) && word.equals(word.toLowerCase(Locale.ROOT))) {
            addTerm(word, terms);
            return;
        }
        if (word.codePoints().anyMatch(Character::isIdeographic)) {
            word.codePoints().forEach(character -> terms.add(Character.toString(character)));
            return;
        }
        String[] parts = CAMEL_CASE_BOUNDARY.split(word, -1);
        for (String part : parts) {
            addTerm(part, terms);
        }
        if (parts.length == PARTS_OF_BRAND) {
            addTerm(word, terms);
        }
    }

    private void addTerm(String word, List<String> terms) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (!stopWords.contains(lower)) {
            terms.add(cut(Stemmer.stem(forms.getOrDefault(lower, lower))));
        }
    }

    private static String cut(String term) {
        if (term.length() <= LONGEST_TERM) {
            return term;
        }
        return term.substring(
                0, Character.isHighSurrogate(term.charAt(LONGEST_TERM - 1)) ? LONGEST_TERM - 1 : LONGEST_TERM);
    }
}
