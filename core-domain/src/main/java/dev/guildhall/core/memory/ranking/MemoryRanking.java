package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Bm25Search;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.search.Embedding;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;

/**
 * Runs one search for memories, during which the index does not change. Neighbours count also when the query's filter
 * excludes them: a turn that is no hit still shows what its answer is about. For one thread.
 */
final class MemoryRanking {
    /** The share of the query's maximal word score that the best memory needs for the full score. */
    private static final double WORDS_FLOOR = 0.15;

    /** The share at which words alone are almost certain. */
    private static final double WORDS_CERTAIN = 0.5;

    /** The cosines of unrelated texts, and of texts with the same meaning in other words. */
    private static final double UNRELATED = 0.1;

    private static final double RELATED = 0.6;

    /** Among fewer memories than this a word is not common because several contain it. */
    private static final double FEW = 4;

    private final MemoryDocuments documents;
    private final MemoryQuery query;
    private final MemoryWeights weights = MemoryWeights.DEFAULT;
    private final TurnScores words;
    private final TurnScores sense;

    private final double mostWords;

    private final BitSet said;
    private final AnswerTypeHints wanted;

    MemoryRanking(MemoryDocuments documents, Analyzer analyzer, MemoryQuery query, Optional<Embedding> embedding) {
        this.documents = documents;
        this.query = query;

        SpokenQuery spoken = documents.spoken(query.text());
        List<String> names = spoken.names().stream()
                .flatMap(name -> analyzer.terms(name).stream())
                .toList();
        List<String> terms = QueryParts.terms(query.text(), analyzer).stream()
                .filter(term -> !names.contains(term))
                .toList();
        Bm25Search.Scope all = new Bm25Search.Scope(documents.taken(), Bm25Search.Added.NONE);
        Bm25Search.Scores scores = new Bm25Search(documents.words(), all, Bm25Search.Curve.TURNS).scores(terms);
        this.mostWords = scores.atMost();
        this.words = around(weights.words(), scores.bySlot());
        this.said = documents.saidBy(spoken.speakers());
        this.wanted = AnswerTypeHints.wanted(query.text());
        double[] cosines = embedding
                .map(known -> documents.cosines(known, documents.taken().length()))
                .orElse(new double[0]);
        this.sense = around(weights.sense(), cosines);
    }

    private TurnScores around(MemoryWeights.Around around, double[] own) {
        return new TurnScores(documents.order(), documents.taken(), around, own);
    }

    private record Span(double low, double high) {
        /** The position of a score between both, 0 to 1. */
        double share(double score) {
            return high > low ? (score - low) / (high - low) : 1;
        }
    }

    /** The ranges of the scores of all candidates; words and sense include the neighbours. */
    private record Range(double words, double own, Span cosines, Span sense) {}

    private record Scored(int slot, double score) {}

    List<ScoredHit> hits() {
        int[] seen = documents.matching(query.filter());
        Range range = range(seen);
        List<Scored> best = best(seen, range);
        double top = best.isEmpty() ? 0 : best.getFirst().score();
        double scale = top > 0 ? evidence(range) / top : 0;
        return best.stream().map(scored -> weighed(scored, scale, range)).toList();
    }

    /** The best candidates, the best first; most others are dropped before objects are created for them. */
    private List<Scored> best(int[] seen, Range range) {
        Comparator<Scored> worstFirst = Comparator.comparingDouble(Scored::score)
                .thenComparing((one, other) -> documents.compareIds(one.slot(), other.slot()));
        PriorityQueue<Scored> best = new PriorityQueue<>(worstFirst);
        double enough = Double.NEGATIVE_INFINITY;
        for (int slot : seen) {
            double score = fits(slot) ? score(slot, range) : Double.NaN;
            if (score >= enough) {
                best.add(new Scored(slot, score));
                if (best.size() > query.limit().value()) {
                    best.poll();
                    enough = best.element().score();
                }
            }
        }
        return best.stream().sorted(worstFirst.reversed()).toList();
    }

    private ScoredHit weighed(Scored scored, double scale, Range range) {
        int slot = scored.slot();
        double shared = words.own(slot) + words.beside(slot);
        double possible = mostWords * Math.min(1, documents.size() / FEW);
        return new ScoredHit(
                documents.id(slot),
                Math.min(1, scored.score() * scale),
                parts(slot, range),
                possible > 0 ? shared / possible : 0,
                sense.knows(slot) ? sense.own(slot) : 0,
                documents.beside(slot));
    }

    private Range range(int[] seen) {
        return new Range(
                Math.max(WORDS_FLOOR * mostWords, most(seen, words::together)),
                most(seen, words::own),
                span(seen, sense::own),
                span(seen, sense::together));
    }

    private Span span(int[] seen, IntToDoubleFunction score) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int slot : seen) {
            if (sense.knows(slot)) {
                double known = score.applyAsDouble(slot);
                low = Math.min(low, known);
                high = Math.max(high, known);
            }
        }
        return low <= high ? new Span(low, high) : new Span(0, 0);
    }

    private static double most(int[] slots, IntToDoubleFunction score) {
        double most = 0;
        for (int slot : slots) {
            most = Math.max(most, score.applyAsDouble(slot));
        }
        return most;
    }

    private boolean fits(int slot) {
        return words.own(slot) + words.beside(slot) > 0 || (sense.knows(slot) && sense.own(slot) > UNRELATED);
    }

    private double score(int slot, Range range) {
        double byWords = words.together(slot) * scale(range);
        double mixed = sense.knows(slot)
                ? byWords + weights.similarity() * (range.sense().share(sense.together(slot)) - byWords)
                : byWords;
        return mixed + bonus(slot);
    }

    private MemoryHit.Parts parts(int slot, Range range) {
        double scale = scale(range);
        return new MemoryHit.Parts(
                Math.min(1, words.own(slot) * scale),
                sense.knows(slot) ? range.cosines().share(sense.own(slot)) : 0,
                Math.min(1, words.beside(slot) * scale),
                Math.min(1, words.conversation(slot) * scale));
    }

    private static double scale(Range range) {
        return range.words() > 0 ? 1 / range.words() : 0;
    }

    private double bonus(int slot) {
        MemoryFeatures memoryFeatures = documents.memoryFeatures();
        return (said.get(slot) ? weights.speaker() : 0)
                + (memoryFeatures.answers(slot, wanted) ? weights.cue() : 0)
                + weights.substance() * memoryFeatures.substance(slot)
                + weights.importance() * memoryFeatures.importance(slot);
    }

    /** How well the best memory matches on its own, 0 to 1; there is a best one also when none matches. */
    private double evidence(Range range) {
        double enough = WORDS_CERTAIN * mostWords;
        double byWords = enough > 0 ? Math.min(1, range.own() / enough) : 0;
        double bySimilarity = Math.clamp((range.cosines().high() - UNRELATED) / (RELATED - UNRELATED), 0.0, 1.0);
        return Math.max(byWords, bySimilarity);
    }
}
