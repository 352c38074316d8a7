package dev.guildhall.core.search;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Ranks some hundreds of texts by the words that they share with a query. */
public final class TextRanking {
    private static final int WHOLE = 10;

    /**
     * A text that shares words with a query.
     *
     * @param position where it stands among the texts, from 0
     * @param score 0 to 1, 1 for the best one
     */
    public record Ranked(int position, double score) {}

    private TextRanking() {}

    /**
     * The best ones, best first; of equal ones the first first. Texts without any word of the query are left out.
     *
     * @param limit how many at most, 1 or more
     */
    public static List<Ranked> best(String query, List<String> texts, int limit) {
        Analyzer analyzer = Analyzer.english();
        Bm25Index words = new Bm25Index();
        BitSet all = new BitSet(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            words.put(i, TermCounts.of(List.of(new Field(texts.get(i), WHOLE)), analyzer));
            all.set(i);
        }
        Bm25Search search = new Bm25Search(words, new Bm25Search.Scope(all, Map.of()));
        double[] scores = search.scores(QueryParts.terms(query, analyzer)).bySlot();
        double top = IntStream.range(0, scores.length)
                .mapToDouble(i -> scores[i])
                .max()
                .orElse(0);
        return IntStream.range(0, scores.length)
                .filter(i -> scores[i] > 0)
                .mapToObj(i -> new Ranked(i, scores[i] / top))
                .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparingInt(Ranked::position))
                .limit(limit)
                .toList();
    }
}
