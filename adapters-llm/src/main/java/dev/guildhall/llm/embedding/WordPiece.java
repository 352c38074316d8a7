package dev.guildhall.llm.embedding;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits text into the word pieces of an uncased BERT model: lower case, without accents, each punctuation mark and
 * ideograph alone, and of each word repeatedly the longest known piece. Immutable.
 */
final class WordPiece {
    /** A longer word is unknown as a whole. */
    private static final int LONGEST_WORD = 100;

    private static final String CONTINUED = "##";
    private static final Pattern MARKS = Pattern.compile("\\p{Mn}+");
    /** The model treats every ASCII character that is not a letter or digit as punctuation. */
    private static final Pattern TOKENS =
            Pattern.compile("\\p{IsIdeographic}|[\\p{P}$+<=>^`|~]|[^\\s\\p{Z}\\p{IsIdeographic}\\p{P}$+<=>^`|~]+");

    private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\uFFFD&&[^\\s]]+");

    private final Map<String, Integer> vocabulary;
    private final long begin;
    private final long end;
    private final long unknown;

    WordPiece(Map<String, Integer> vocabulary) {
        this.vocabulary = Map.copyOf(vocabulary);
        this.begin = number("[CLS]");
        this.end = number("[SEP]");
        this.unknown = number("[UNK]");
    }

    /**
     * The numbers of the pieces of a text, between those of the start and end tokens.
     *
     * @param most the most numbers, 2 or more
     */
    long[] encode(String text, int most) {
        List<Long> pieces = new ArrayList<>();
        pieces.add(begin);
        Matcher words = TOKENS.matcher(plain(text));
        while (pieces.size() < most && words.find()) {
            pieces.addAll(pieces(words.group()));
        }
        List<Long> kept = new ArrayList<>(pieces.subList(0, Math.min(pieces.size(), most - 1)));
        kept.add(end);
        return kept.stream().mapToLong(piece -> piece).toArray();
    }

    private static String plain(String text) {
        String visible = INVISIBLE.matcher(text).replaceAll("");
        String decomposed = Normalizer.normalize(visible, Normalizer.Form.NFD);
        return MARKS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
    }

    private List<Long> pieces(String word) {
        List<Long> pieces = new ArrayList<>();
        if (word.codePointCount(0, word.length()) > LONGEST_WORD) {
            return List.of(unknown);
        }
        int start = 0;
        while (start < word.length()) {
            int stop = longestKnown(word, start);
            if (stop == start) {
                return List.of(unknown);
            }
            pieces.add(number(piece(word, start, stop)));
            start = stop;
        }
        return pieces;
    }

    /** The end of the longest known piece that begins there; the same index when there is none. */
    private int longestKnown(String word, int start) {
        int stop = word.length();
        while (stop > start && !vocabulary.containsKey(piece(word, start, stop))) {
            stop--;
        }
        return stop;
    }

    private static String piece(String word, int start, int stop) {
        String piece = word.substring(start, stop);
        return start == 0 ? piece : CONTINUED + piece;
    }

    private long number(String piece) {
        Integer number = vocabulary.get(piece);
        if (number == null) {
            throw new IllegalArgumentException("the vocabulary has no " + piece);
        }
        return number;
    }
}
