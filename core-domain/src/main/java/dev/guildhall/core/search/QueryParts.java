package dev.guildhall.core.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A query, and its meaningful sentences. A user who asks for three things in three sentences needs a tool for each; so
 * every sentence is searched for separately too. Immutable.
 *
 * @param text the whole query
 * @param sentences the meaningful ones, at most {@value #MOST_SENTENCES}, in order; the whole query when there are none
 */
public record QueryParts(String text, List<String> sentences) {
    /** The most sentences that are searched for separately; further ones count only in the whole query. */
    public static final int MOST_SENTENCES = 8;

    /** The most distinct terms of a text that count. */
    private static final int MOST_TERMS = 128;

    /** A sentence with fewer terms is not meaningful. */
    private static final int FEWEST_TERMS = 2;

    private static final Pattern ENDS = Pattern.compile("(?<=[.!?;])\\s+|(?<=[\u3002\uff01\uff1f\uff1b])|\\R+");

    public QueryParts {
        sentences = List.copyOf(sentences);
    }

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

    /** All sentences of a text, meaningful or not. */
    public static Stream<String> sentences(String text) {
        return ENDS.splitAsStream(text.strip());
    }

    /** The terms of a query: each once, also when it is repeated. */
    public static Set<String> terms(String text, Analyzer analyzer) {
        Set<String> terms = new LinkedHashSet<>(analyzer.terms(text));
        if (terms.size() <= MOST_TERMS) {
            return terms;
        }
        return new LinkedHashSet<>(terms.stream().limit(MOST_TERMS).toList());
    }
}
