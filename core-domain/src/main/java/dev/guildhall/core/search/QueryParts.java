package dev.guildhall.core.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A query, and the sentences of it that say something. Who asks for three things in three sentences wants the tool for
 * each; so every sentence searches for itself too. Immutable.
 *
 * @param text the whole
 * @param sentences those that say something, at most {@value #MOST_SENTENCES}, in order; the whole when none does
 */
public record QueryParts(String text, List<String> sentences) {
    /** The most sentences that search for themselves; those behind them count in the whole alone. */
    public static final int MOST_SENTENCES = 8;

    /** The most distinct terms of a text that count. */
    private static final int MOST_TERMS = 128;

    /** A sentence with fewer terms asks for nothing. */
    private static final int FEWEST_TERMS = 2;

    private static final Pattern ENDS = Pattern.compile("(?<=[.!?;])\\s+|(?<=[\u3002\uff01\uff1f\uff1b])|\\R+");

    public QueryParts {
        sentences = List.copyOf(sentences);
    }

    /** Takes a query apart. */
    public static QueryParts of(String text, Analyzer analyzer) {
        List<String> sentences = new ArrayList<>();
        for (String sentence : sentences(text).toList()) {
            boolean speaks = terms(QueryExpansion.of(sentence), analyzer).size() >= FEWEST_TERMS;
            if (speaks && sentences.size() < MOST_SENTENCES) {
                sentences.add(QueryExpansion.of(sentence.strip()));
            }
        }
        String expanded = QueryExpansion.of(text);
        return new QueryParts(expanded, sentences.isEmpty() ? List.of(expanded) : sentences);
    }

    /** The sentences of a text, also those that say nothing. */
    public static Stream<String> sentences(String text) {
        return ENDS.splitAsStream(text.strip());
    }

    /** What is looked for in a text: each term once, however often it is said. */
    public static Set<String> terms(String text, Analyzer analyzer) {
        Set<String> terms = new LinkedHashSet<>(analyzer.terms(text));
        if (terms.size() <= MOST_TERMS) {
            return terms;
        }
        return new LinkedHashSet<>(terms.stream().limit(MOST_TERMS).toList());
    }
}
