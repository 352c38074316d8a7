package dev.guildhall.core.search;

import dev.guildhall.ports.tool.IntegrationName;
import dev.guildhall.ports.tool.SearchHit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out one search, while nothing is written. For one thread. */
final class ToolRanking {
    private static final Comparator<SearchHit> BEST_FIRST = Comparator.comparingDouble(SearchHit::relevance)
            .reversed()
            .thenComparing(hit -> hit.tool().id().value());

    private final ToolShelf shelf;
    private final Analyzer analyzer;
    private final ToolSearch search;
    private final int[] slots;
    private final Bm25Search words;
    private final Fusion fusion;

    ToolRanking(ToolShelf shelf, Analyzer analyzer, ToolSearch search) {
        this.shelf = shelf;
        this.analyzer = analyzer;
        this.search = search;
        Bm25Search.Scope scope = shelf.scope(search.visible(), search.learnt());
        this.slots = scope.slots().stream().toArray();
        this.words = new Bm25Search(shelf.words(), scope);
        this.fusion = new Fusion(slots);
    }

    List<SearchHit> hits() {
        double[] scores = scores();
        Map<IntegrationName, Double> best = new HashMap<>();
        for (int slot : slots) {
            best.merge(integration(slot), scores[slot], Math::max);
        }
        return Arrays.stream(slots)
                .filter(slot -> scores[slot] > 0)
                .mapToObj(slot -> hit(slot, scores[slot], best.getOrDefault(integration(slot), 0.0)))
                .sorted(BEST_FIRST)
                .limit(search.limit())
                .toList();
    }

    private SearchHit hit(int slot, double score, double best) {
        return new SearchHit(shelf.tool(slot), Math.min(1, Fusion.lifted(score, best)));
    }

    private double[] scores() {
        List<double[]> cosines = search.meanings().stream()
                .map(meaning -> shelf.cosines(meaning, highestSlot() + 1))
                .toList();
        double[] whole = leg(search.query().text(), mean(cosines));
        List<double[]> sentences = new ArrayList<>();
        for (int i = 0; i < search.query().sentences().size(); i++) {
            Optional<double[]> meaning = cosines.isEmpty() ? Optional.empty() : Optional.of(cosines.get(i));
            sentences.add(leg(search.query().sentences().get(i), meaning));
        }
        return fusion.withSentences(whole, sentences);
    }

    private double[] leg(String text, Optional<double[]> cosines) {
        double[] said = fusion.words(words.scores(QueryParts.terms(text, analyzer)));
        return cosines.map(known -> fusion.mix(said, known)).orElse(said);
    }

    private int highestSlot() {
        return slots.length == 0 ? -1 : slots[slots.length - 1];
    }

    /** What the whole query means is what its sentences mean on average. */
    private static Optional<double[]> mean(List<double[]> cosines) {
        if (cosines.isEmpty()) {
            return Optional.empty();
        }
        double[] mean = new double[cosines.getFirst().length];
        for (double[] one : cosines) {
            for (int slot = 0; slot < mean.length; slot++) {
                mean[slot] += one[slot] / cosines.size();
            }
        }
        return Optional.of(mean);
    }

    private IntegrationName integration(int slot) {
        return shelf.tool(slot).definition().integration();
    }
}
