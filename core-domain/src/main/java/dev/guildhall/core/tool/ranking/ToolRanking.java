package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Bm25Search;
import dev.guildhall.core.search.Fusion;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.ToolSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs one search, during which the index does not change. For one thread. */
final class ToolRanking {
    private static final Comparator<SearchHit> BEST_FIRST = Comparator.comparingDouble(SearchHit::relevance)
            .reversed()
            .thenComparing(hit -> hit.tool().id().value());

    /** The weight of a tool of the server itself relative to others: it is in every search and rarely the right one. */
    private static final double BUILTIN = 0.9;

    private final ToolDocuments documents;
    private final Analyzer analyzer;
    private final ToolSearch search;
    private final int[] slots;

    /** The slots of each tool with learned queries, by its number there. */
    private final int[][] learnedSlots;

    private final Bm25Search words;
    private final Fusion fusion;
    private double evidence;

    ToolRanking(ToolDocuments documents, Analyzer analyzer, ToolSearch search) {
        this.documents = documents;
        this.analyzer = analyzer;
        this.search = search;
        BitSet seen = documents.seen(search.visible());
        this.slots = seen.stream().toArray();
        this.learnedSlots = documents.slots(seen, search.learned());
        Bm25Search.Added added = new Bm25Search.Added(search.learned().words(), learnedSlots);
        this.words =
                new Bm25Search(documents.words(), new Bm25Search.Scope(seen, added), Bm25Search.Curve.DESCRIPTIONS);
        this.fusion = new Fusion(slots);
    }

    List<SearchHit> hits() {
        double[] scores = amongIntegrations(scores());
        double top =
                Arrays.stream(slots).mapToDouble(slot -> scores[slot]).max().orElse(0);
        // The best one has its own match as relevance, all others in proportion.
        double scale = top > 0 ? evidence / top : 0;
        double[] relevances = Arrays.stream(slots)
                .mapToDouble(slot -> Math.min(1, scale * scores[slot]))
                .toArray();
        double lowest = lowestOfBest(relevances);
        return IntStream.range(0, slots.length)
                .filter(i -> scores[slots[i]] > 0 && relevances[i] >= lowest)
                .mapToObj(i -> new SearchHit(documents.tool(slots[i]), relevances[i]))
                .sorted(BEST_FIRST)
                .limit(search.limit())
                .toList();
    }

    private double lowestOfBest(double[] relevances) {
        double[] ascending = relevances.clone();
        Arrays.sort(ascending);
        return ascending.length > search.limit() ? ascending[ascending.length - search.limit()] : 0;
    }

    /** Raises the tools of an integration towards its best one, and lowers those of the server itself. */
    private double[] amongIntegrations(double[] scores) {
        Map<IntegrationName, Double> best = new HashMap<>();
        for (int slot : slots) {
            best.merge(integration(slot), scores[slot], Math::max);
        }
        double[] weighed = scores.clone();
        for (int slot : slots) {
            if (scores[slot] > 0) {
                double lifted = Fusion.lifted(scores[slot], best.getOrDefault(integration(slot), 0.0));
                weighed[slot] = documents.tool(slot).source() == ToolSource.IN_PROCESS ? BUILTIN * lifted : lifted;
            }
        }
        return weighed;
    }

    private double[] scores() {
        List<double[]> cosines = cosines();
        List<double[]> legs = new ArrayList<>();
        for (int i = 0; i <= search.query().sentences().size(); i++) {
            String text =
                    i == 0 ? search.query().text() : search.query().sentences().get(i - 1);
            legs.add(leg(text, cosines.isEmpty() ? Optional.empty() : Optional.of(cosines.get(i))));
        }
        return fusion.withSentences(legs.getFirst(), legs.subList(1, legs.size()));
    }

    /**
     * The cosines of the whole query, which are the mean of its sentences', and of each sentence; none without an
     * embedder.
     */
    private List<double[]> cosines() {
        if (search.embeddings().isEmpty()) {
            return List.of();
        }
        List<double[]> cosines = withMean(documents.cosines(search.embeddings(), highestSlot() + 1));
        List<double[]> ofLearned = withMean(search.learned().cosines(search.embeddings()));
        List<double[]> joined = new ArrayList<>();
        for (int i = 0; i < cosines.size(); i++) {
            joined.add(fusion.withLearned(cosines.get(i), bestOfTools(ofLearned.get(i))));
        }
        return joined;
    }

    private double[] bestOfTools(double[] ofQueries) {
        double[] cosines = new double[highestSlot() + 1];
        Arrays.fill(cosines, Double.NaN);
        for (LearnedQueries.OfTool tool : search.learned().tools().values()) {
            for (int slot : learnedSlots[tool.number()]) {
                for (int query : tool.slots()) {
                    double cosine = ofQueries[query];
                    cosines[slot] = cosine > cosines[slot] || Double.isNaN(cosines[slot]) ? cosine : cosines[slot];
                }
            }
        }
        return cosines;
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

    private static List<double[]> withMean(List<double[]> cosines) {
        double[] mean = new double[cosines.getFirst().length];
        for (double[] one : cosines) {
            for (int slot = 0; slot < mean.length; slot++) {
                mean[slot] += one[slot] / cosines.size();
            }
        }
        List<double[]> all = new ArrayList<>(cosines);
        all.addFirst(mean);
        return all;
    }

    private IntegrationName integration(int slot) {
        return documents.tool(slot).definition().integration();
    }
}
