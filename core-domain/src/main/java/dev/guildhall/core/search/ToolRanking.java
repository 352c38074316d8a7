package dev.guildhall.core.search;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.IntegrationName;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Carries out one search, while nothing is written. For one thread. */
final class ToolRanking {
    private static final Comparator<SearchHit> BEST_FIRST = Comparator.comparingDouble(SearchHit::relevance)
            .reversed()
            .thenComparing(hit -> hit.tool().id().value());

    private final ToolShelf shelf;
    private final Analyzer analyzer;
    private final ToolSearch search;
    private final Bm25Index.Scope scope;
    private final Fusion fusion;

    ToolRanking(ToolShelf shelf, Analyzer analyzer, ToolSearch search) {
        this.shelf = shelf;
        this.analyzer = analyzer;
        this.search = search;
        this.scope = shelf.scope(search.visible(), search.learnt());
        this.fusion = new Fusion(scope.slots());
    }

    List<SearchHit> hits() {
        double[] scores = scores();
        Map<IntegrationName, Double> best = new HashMap<>();
        scope.slots().stream().forEach(slot -> best.merge(integration(slot), scores[slot], Math::max));
        return scope.slots().stream()
                .filter(slot -> scores[slot] > 0)
                .mapToObj(slot -> new SearchHit(
                        shelf.document(slot).tool(),
                        Math.min(1, Fusion.lifted(scores[slot], best.getOrDefault(integration(slot), 0.0)))))
                .sorted(BEST_FIRST)
                .limit(search.limit())
                .toList();
    }

    private double[] scores() {
        List<double[]> cosines = search.meanings().stream().map(this::cosines).toList();
        double[] whole = leg(search.query().text(), mean(cosines));
        List<double[]> sentences = new ArrayList<>();
        for (int i = 0; i < search.query().sentences().size(); i++) {
            Optional<double[]> meaning = cosines.isEmpty() ? Optional.empty() : Optional.of(cosines.get(i));
            sentences.add(leg(search.query().sentences().get(i), meaning));
        }
        return fusion.withSentences(whole, sentences);
    }

    private double[] leg(String text, Optional<double[]> cosines) {
        Set<String> terms = QueryParts.terms(text, analyzer);
        double[] words = fusion.words(shelf.words().scores(terms, scope));
        return cosines.map(known -> fusion.mix(words, known)).orElse(words);
    }

    private double[] cosines(Embedding meaning) {
        double[] cosines = new double[scope.slots().length()];
        scope.slots().stream()
                .forEach(slot -> cosines[slot] = shelf.document(slot)
                        .meaning()
                        .filter(own -> own.dimensions() == meaning.dimensions())
                        .map(own -> (double) own.cosine(meaning))
                        .orElse(Double.NaN));
        return cosines;
    }

    /** What the whole query means is what its sentences mean on average. */
    private static Optional<double[]> mean(List<double[]> cosines) {
        if (cosines.isEmpty()) {
            return Optional.empty();
        }
        double[] mean = new double[cosines.getFirst().length];
        Arrays.setAll(
                mean, slot -> cosines.stream().mapToDouble(one -> one[slot]).sum() / cosines.size());
        return Optional.of(mean);
    }

    private IntegrationName integration(int slot) {
        Tool tool = shelf.document(slot).tool();
        return tool.definition().integration();
    }
}
