package dev.guildhall.ports.search;

import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The words by which texts are searched: letters and digits without accents, in lower case. A character of a script that
 * is written without spaces between words is a word by itself.
 */
public interface SearchWords {
    /** How many characters of a word are kept. */
    int LONGEST = 64;

    /** How many words of a query are searched; the others are ignored. */
    int MOST_OF_QUERY = 10;

    /** Matches accents, and other marks that are added to a letter. */
    Pattern MARKS = Pattern.compile("\\p{M}+");

    /** Matches letters that others write without their accent or ligature, though Unicode does not decompose them. */
    Pattern LETTERS = Pattern.compile("[ßæœøđðłıς]");

    /**
     * The words of a text.
     *
     * @param text any text
     */
    static NavigableSet<String> of(String text) {
        NavigableSet<String> words = new TreeSet<>();
        addTo(words, text);
        return words;
    }

    /**
     * The words that a text must contain, in the order of the query, each as the beginning of a word.
     *
     * @param query any text
     */
    static List<String> ofQuery(String query) {
        Set<String> words = new LinkedHashSet<>();
        addTo(words, query);
        return words.stream().limit(MOST_OF_QUERY).toList();
    }

    /** Whether one of the words begins with another one. */
    static boolean anyBegins(NavigableSet<String> words, String beginning) {
        String first = words.ceiling(beginning);
        return first != null && first.startsWith(beginning);
    }

    private static void addTo(Collection<String> words, String text) {
        String plain = plain(text);
        int begin = 0;
        for (int at = 0; at < plain.length(); ) {
            int character = plain.codePointAt(at);
            int next = at + Character.charCount(character);
            if (!isLetterOrNumber(character)) {
                divide(plain.substring(begin, at), words);
                begin = next;
            }
            at = next;
        }
        divide(plain.substring(begin), words);
    }

    private static boolean isLetterOrNumber(int character) {
        return switch (Character.getType(character)) {
            case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isLetterOrDigit(character);
        };
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static String plain(String text) {
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        String decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
        String lower = MARKS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
        return LETTERS.matcher(lower)
                .replaceAll(letter -> withoutAccents(letter.group().charAt(0)));
    }

    private static String withoutAccents(char letter) {
        return switch (letter) {
            case 'ß' -> "ss";
            case 'æ' -> "ae";
            case 'œ' -> "oe";
            case 'ø' -> "o";
            case 'đ', 'ð' -> "d";
            case 'ł' -> "l";
            case 'ı' -> "i";
            case 'ς' -> "σ";
            default -> String.valueOf(letter);
        };
    }

    /** Adds the words between characters that are words by themselves, and these. */
    private static void divide(String letters, Collection<String> words) {
        int begin = 0;
        for (int at = 0; at < letters.length(); ) {
            int character = letters.codePointAt(at);
            int next = at + Character.charCount(character);
            if (isWord(character)) {
                add(letters.substring(begin, at), words);
                words.add(letters.substring(at, next));
                begin = next;
            }
            at = next;
        }
        add(letters.substring(begin), words);
    }

    private static void add(String word, Collection<String> words) {
        if (!word.isEmpty()) {
            words.add(cut(word));
        }
    }

    private static boolean isWord(int character) {
        // No script below U+0E00 is written without spaces.
        if (character < 0x0E00) {
            return false;
        }
        return switch (Character.UnicodeScript.of(character)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    private static String cut(String word) {
        return word.length() <= LONGEST || word.codePointCount(0, word.length()) <= LONGEST
                ? word
                : word.substring(0, word.offsetByCodePoints(0, LONGEST));
    }
}
