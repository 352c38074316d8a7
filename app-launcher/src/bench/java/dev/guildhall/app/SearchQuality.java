package dev.guildhall.app;

import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.ToolId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The quality of searches, on average over the queries.
 *
 * @param recallAt5 the share of the right tools that are among the first five
 * @param ndcgAt10 the rank quality of the first ten (normalised discounted cumulative gain)
 */
record SearchQuality(double recallAt5, double ndcgAt10) {
    private static final int FIRST = 5;
    private static final int SHOWN = 10;

    static SearchQuality of(List<SearchSet.Asked> asked, Function<SearchSet.Asked, List<SearchHit>> search) {
        double recall = 0;
        double ndcg = 0;
        for (SearchSet.Asked query : asked) {
            List<ToolId> found =
                    search.apply(query).stream().map(hit -> hit.tool().id()).toList();
            recall += recall(found, query.right());
            ndcg += gain(found, query.right()) / bestGain(query.right().size());
        }
        return new SearchQuality(recall / asked.size(), ndcg / asked.size());
    }

    private static double recall(List<ToolId> found, Set<ToolId> right) {
        return (double) found.stream().limit(FIRST).filter(right::contains).count() / right.size();
    }

    private static double gain(List<ToolId> found, Set<ToolId> right) {
        return IntStream.range(0, Math.min(SHOWN, found.size()))
                .filter(rank -> right.contains(found.get(rank)))
                .mapToDouble(SearchQuality::discount)
                .sum();
    }

    private static double bestGain(int right) {
        return IntStream.range(0, Math.min(SHOWN, right))
                .mapToDouble(SearchQuality::discount)
                .sum();
    }

    private static double discount(int rank) {
        return Math.log(2) / Math.log(rank + 2);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "recall@5 %.3f, nDCG@10 %.3f", recallAt5, ndcgAt10);
    }
}
