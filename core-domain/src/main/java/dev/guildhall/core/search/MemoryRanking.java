package dev.guildhall.core.search;

import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.search.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Carries out one search for memories, while nothing is written. Neighbours count whether the query's filter lets them
 * through or not; what is no hit itself still tells what its answer is about. For one thread.
 */
final class MemoryRanking {
    /** What the query's words could score at most, times this, is what the best memory must reach for the full score. */
    private static final double WORDS_FLOOR = 0.15;

    /** The part of that at which words by themselves are as good as certain. */
    private static final double WORDS_CERTAIN = 0.5;

    /** Cosines of texts that have nothing to do with each other, and of such as say the same in other words. */
    private static final double STRANGE = 0.1;

    private static final double AKIN = 0.6;

    /** Who says fewer things is no speaker, but a word before a colon. */
    private static final int FEWEST_TURNS = 3;

    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^\\p{L}\\p{N}.'-]+");

    private final MemoryShelf shelf;
    private final Analyzer analyzer;
    private final MemoryQuery query;
    private final MemoryWeights weights;
    private final int slots;
    private final double[] own;
    private final double[] beside;
    private final double[] talk;
    private final double[] cosines;
    private final BitSet said = new BitSet();
    private final Cues wanted;
    private double wordsAtMost;

    MemoryRanking(MemoryShelf shelf, Analyzer analyzer, MemoryQuery query, Optional<Embedding> meaning) {
        this(shelf, analyzer, query, meaning, MemoryWeights.DEFAULT);
    }

    MemoryRanking(
            MemoryShelf shelf,
            Analyzer analyzer,
            MemoryQuery query,
            Optional<Embedding> meaning,
            MemoryWeights weights) {
        this.shelf = shelf;
        this.analyzer = analyzer;
        this.query = query;
        this.weights = weights;
        this.slots = shelf.taken().length();
        this.wanted = Cues.wanted(query.text());
        this.own = words();
        this.beside = neighbours();
        this.talk = conversations();
        this.cosines = meaning.map(known -> shelf.cosines(known, slots)).orElse(new double[0]);
    }

    /** What each memory scores by its own words; who says it is no word. */
    private double[] words() {
        Set<String> terms = QueryParts.terms(query.text(), analyzer);
        Set<String> named = named();
        if (!named.isEmpty()) {
            Set<String> names = named.stream()
                    .flatMap(name -> analyzer.terms(name).stream())
                    .collect(Collectors.toSet());
            terms = terms.stream().filter(term -> !names.contains(term)).collect(Collectors.toSet());
        }
        Bm25Search search =
                new Bm25Search(shelf.words(), new Bm25Search.Scope(shelf.taken(), Map.of()), Bm25Search.Curve.TURNS);
        Bm25Search.Scores scores = search.scores(terms);
        wordsAtMost = scores.atMost();
        return scores.bySlot();
    }

    private Set<String> named() {
        Set<String> asked = Arrays.stream(BETWEEN_NAMES.split(query.text()))
                .filter(word -> !word.isEmpty() && Character.isUpperCase(word.codePointAt(0)))
                .map(word -> word.toLowerCase(java.util.Locale.ROOT).replaceAll("['\u2019]s?$", ""))
                .collect(Collectors.toSet());
        Set<String> named = shelf.bySpeaker().entrySet().stream()
                .filter(speaker -> speaker.getValue().cardinality() >= FEWEST_TURNS)
                .filter(speaker -> Arrays.stream(speaker.getKey().split(" ")).anyMatch(asked::contains))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        named.forEach(name -> said.or(shelf.bySpeaker().getOrDefault(name, new BitSet())));
        return named;
    }

    private double[] neighbours() {
        TurnOrder order = shelf.order();
        double[] scores = new double[slots];
        for (int slot = 0; slot < slots; slot++) {
            if (shelf.taken().get(slot)) {
                int before = order.before(slot);
                int after = order.after(slot);
                scores[slot] = (before == TurnOrder.NONE ? 0 : weights.before() * own[before])
                        + (after == TurnOrder.NONE ? 0 : weights.after() * own[after]);
            }
        }
        return scores;
    }

    private double[] conversations() {
        TurnOrder order = shelf.order();
        double[] best = new double[order.talks()];
        for (int slot = 0; slot < slots; slot++) {
            int number = shelf.taken().get(slot) ? order.talk(slot) : TurnOrder.NONE;
            if (number != TurnOrder.NONE) {
                best[number] = Math.max(best[number], own[slot] + beside[slot]);
            }
        }
        double[] scores = new double[slots];
        for (int slot = 0; slot < slots; slot++) {
            int number = shelf.taken().get(slot) ? order.talk(slot) : TurnOrder.NONE;
            scores[slot] = number == TurnOrder.NONE ? 0 : best[number];
        }
        return scores;
    }

    private record Scored(int slot, double score, MemoryHit.Parts parts) {}

    List<MemoryHit> hits() {
        int[] seen = shelf.taken().stream()
                .filter(slot -> query.filter().test(shelf.entry(slot).memory()))
                .toArray();
        double top =
                Math.max(Arrays.stream(seen).mapToDouble(this::context).max().orElse(0), WORDS_FLOOR * wordsAtMost);
        double ownTop = Arrays.stream(seen).mapToDouble(slot -> own[slot]).max().orElse(0);
        double high = Double.NEGATIVE_INFINITY;
        double low = Double.POSITIVE_INFINITY;
        for (int slot : seen) {
            if (knows(slot)) {
                high = Math.max(high, cosines[slot]);
                low = Math.min(low, cosines[slot]);
            }
        }
        Comparator<Scored> worstFirst = Comparator.comparingDouble(Scored::score)
                .thenComparing(
                        scored -> shelf.entry(scored.slot()).memory().id().value());
        PriorityQueue<Scored> best = new PriorityQueue<>(worstFirst);
        for (int slot : seen) {
            if (fits(slot)) {
                best.add(scored(slot, top, low, high));
                if (best.size() > query.limit().value()) {
                    best.poll();
                }
            }
        }
        double topScore = best.stream().mapToDouble(Scored::score).max().orElse(0);
        double scale = topScore > 0 ? evidence(ownTop, high) / topScore : 0;
        return best.stream()
                .sorted(worstFirst.reversed())
                .map(scored -> new MemoryHit(
                        shelf.entry(scored.slot()).memory(), Math.min(1, scored.score() * scale), scored.parts()))
                .toList();
    }

    private boolean knows(int slot) {
        return slot < cosines.length && !Double.isNaN(cosines[slot]);
    }

    private boolean fits(int slot) {
        return own[slot] + beside[slot] > 0 || (knows(slot) && cosines[slot] > STRANGE);
    }

    private double context(int slot) {
        return own[slot] + beside[slot] + weights.talk() * talk[slot];
    }

    private Scored scored(int slot, double top, double low, double high) {
        double words = top > 0 ? context(slot) / top : 0;
        double meaning = !knows(slot) ? 0 : high > low ? (cosines[slot] - low) / (high - low) : 1;
        double mixed = knows(slot) ? (1 - weights.meaning()) * words + weights.meaning() * meaning : words;
        double score = mixed
                + (said.get(slot) ? weights.speaker() : 0)
                + (shelf.entry(slot).cues().answers(wanted) ? weights.cue() : 0)
                + weights.importance() * shelf.entry(slot).memory().importance();
        double scale = top > 0 ? 1 / top : 0;
        return new Scored(
                slot,
                score,
                new MemoryHit.Parts(
                        Math.min(1, own[slot] * scale),
                        meaning,
                        Math.min(1, beside[slot] * scale / (weights.before() + weights.after())),
                        Math.min(1, talk[slot] * scale)));
    }

    /** How much speaks for the best memory by itself, 0 to 1; where nothing fits there is a best one too. */
    private double evidence(double ownTop, double high) {
        double words = wordsAtMost > 0 ? Math.min(1, ownTop / (WORDS_CERTAIN * wordsAtMost)) : 0;
        double meaning = Math.clamp((high - STRANGE) / (AKIN - STRANGE), 0.0, 1.0);
        return Math.max(words, Double.isFinite(high) ? meaning : 0);
    }
}
