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
    private double evidence;

    ToolRanking(ToolShelf shelf, Analyzer analyzer, ToolSearch search) {
        this.shelf = shelf;
        this.analyzer = analyzer;
        this.search = search;
        Bm25Search.Scope scope = shelf.scope(search.visible(), search.learnt());
        this.slots = scope.slots().stream().toArray();
        this.words = new Bm25Search(shelf.words(), scope, Bm25Search.Curve.DESCRIPTIONS);
        this.fusion = new Fusion(slots);
    }

    List<SearchHit> hits() {
        double[] scores = scores();
        Map<IntegrationName, Double> best = new HashMap<>();
        double top = 0;
        for (int slot : slots) {
            best.merge(integration(slot), scores[slot], Math::max);
            top = Math.max(top, scores[slot]);
        }
        double scale = top > 0 ? evidence / top : 0;
        return Arrays.stream(slots)
                .filter(slot -> scores[slot] > 0)
                .mapToObj(slot -> hit(slot, scores[slot], best.getOrDefault(integration(slot), 0.0), scale))
                .sorted(BEST_FIRST)
                .limit(search.limit())
                .toList();
    }

    /** The best one is as relevant as what speaks for it, all others in proportion. */
    private SearchHit hit(int slot, double score, double best, double scale) {
        return new SearchHit(shelf.tool(slot), Math.min(1, scale * Fusion.lifted(score, best)));
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
        Bm25Search.Scores scores = words.scores(QueryParts.terms(text, analyzer));
        evidence = Math.max(evidence, fusion.evidence(scores, cosines));
        double[] said = fusion.words(scores);
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
