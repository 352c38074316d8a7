package dev.guildhall.core.knowledge;

import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.search.Embedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Ranks the passages of some documents by words (BM25) and meaning (cosine). Passages beside a good one are raised: the
 * answer of a question often begins on one and ends on the next. For one search, and one thread.
 */
final class PassageRanking {
    private static final double TENTH = 0.1;
    /** The share of a query's highest possible score of words that the best passage needs for the full score. */
    private static final double WORDS_FLOOR = 0.15;

    /**
     * The cosine of unrelated texts, and that of texts that say the same. The pages of one report may be more alike still,
     * so the measure of meaning goes beyond 1.
     */
    private static final double UNRELATED = 0.05;

    private static final double SAME = 0.75;
    /** How many passages are compared exactly for their signs, and for their words. */
    private static final int CANDIDATES = 600;

    /**
     * How much each kind of evidence counts.
     *
     * @param k1 how soon repeats of a word stop counting
     * @param b how much the words of a long passage lose
     * @param meaning the weight of meaning relative to words
     * @param document the weight of the words of the whole document relative to those of the passage
     * @param neighbour how far a passage is raised towards the better one of its neighbours
     * @param feedback the weight of the meaning of the first passages relative to that of the query
     * @param first how many passages these are
     */
    record Weights(double k1, double b, double meaning, double document, double neighbour, double feedback, int first) {
        static final Weights DEFAULT = new Weights(1.6, 0.75, 0.6, 0.3, 0.3, 0.5, 3);
    }

    private final Weights weights;
    private final List<DocumentIndex> documents;
    private final int[] bases;
    private final int total;

    PassageRanking(List<DocumentIndex> documents) {
        this(documents, Weights.DEFAULT);
    }

    PassageRanking(List<DocumentIndex> documents, Weights weights) {
        this.documents = documents;
        this.weights = weights;
        this.bases = new int[documents.size() + 1];
        for (int i = 0; i < documents.size(); i++) {
            bases[i + 1] = bases[i] + documents.get(i).words().passages();
        }
        this.total = bases[documents.size()];
    }

    /** A passage that was found. */
    record Hit(DocumentId document, String name, int passage, double score) {}

    /** The best passages, best first. */
    List<Hit> best(String query, Optional<Embedding> embedding, int most) {
        float[] words = words(QueryParts.terms(query, WordIndex.ANALYZER));
        int[] byWords = highest(words, CANDIDATES);
        if (embedding.isEmpty()) {
            return hits(byWords, words, most);
        }
        EmbeddingIndex.Query asked = new EmbeddingIndex.Query(embedding.get());
        int[] candidates = union(byWords, nearest(asked));
        float[] scores = mixed(words, asked, candidates);
        if (weights.feedback() > 0) {
            Optional<EmbeddingIndex.Query> widened = widened(embedding.get(), candidates, scores);
            if (widened.isPresent()) {
                candidates = union(candidates, nearest(widened.get()));
                scores = mixed(words, widened.get(), candidates);
            }
        }
        return hits(candidates, scores, most);
    }

    /** Words and meaning together; without an embedding a passage has its words alone. */
    private float[] mixed(float[] words, EmbeddingIndex.Query query, int[] candidates) {
        float[] scores = new float[total];
        for (int slot : candidates) {
            int document = documentOf(slot);
            EmbeddingIndex index = documents.get(document).embeddings();
            int passage = slot - bases[document];
            if (index.compares(query) && passage < index.count()) {
                double meaning = Math.max(0, (index.cosine(query, passage) - UNRELATED) / (SAME - UNRELATED));
                scores[slot] = (float) ((1 - weights.meaning()) * words[slot] + weights.meaning() * meaning);
            } else {
                scores[slot] = words[slot];
            }
        }
        return scores;
    }

    /** The query moved towards the passages that match it best (Rocchio), which have other words for the same. */
    private Optional<EmbeddingIndex.Query> widened(Embedding query, int[] candidates, float[] scores) {
        float[] sum = new float[query.dimensions()];
        int count = 0;
        for (int slot : first(candidates, scores)) {
            int document = documentOf(slot);
            count += documents.get(document).embeddings().addTo(sum, slot - bases[document]) ? 1 : 0;
        }
        if (count == 0) {
            return Optional.empty();
        }
        float[] moved = query.values();
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (float) ((1 - weights.feedback()) * moved[i] + weights.feedback() * sum[i] / count);
        }
        return Optional.of(new EmbeddingIndex.Query(new Embedding(moved)));
    }

    private int[] first(int[] candidates, float[] scores) {
        float[] ofCandidates = new float[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            ofCandidates[i] = scores[candidates[i]];
        }
        return Arrays.stream(highest(ofCandidates, weights.first()))
                .map(place -> candidates[place])
                .toArray();
    }

    /** The candidates with a score above zero, best first; scores above 1 are reduced in proportion. */
    private List<Hit> hits(int[] candidates, float[] scores, int most) {
        List<Hit> hits = new ArrayList<>(candidates.length);
        double highest = 1;
        for (int slot : candidates) {
            int document = documentOf(slot);
            int first = bases[document];
            int last = bases[document + 1] - 1;
            float beside = Math.max(slot > first ? scores[slot - 1] : 0, slot < last ? scores[slot + 1] : 0);
            double raised = scores[slot] + weights.neighbour() * Math.max(0, beside - scores[slot]);
            if (raised > 0) {
                DocumentIndex of = documents.get(document);
                hits.add(new Hit(of.id(), of.name(), slot - first, raised));
                highest = Math.max(highest, raised);
            }
        }
        hits.sort(Comparator.comparingDouble(Hit::score)
                .reversed()
                .thenComparing(hit -> hit.document().value())
                .thenComparingInt(Hit::passage));
        double scale = highest;
        return hits.stream()
                .limit(most)
                .map(hit -> new Hit(hit.document(), hit.name(), hit.passage(), hit.score() / scale))
                .toList();
    }

    private int documentOf(int slot) {
        int found = Arrays.binarySearch(bases, slot);
        int document = found >= 0 ? found : -found - 2;
        while (bases[document + 1] == bases[document]) {
            document++;
        }
        return document;
    }

    /** How well the words match, 0 to 1: those of the passage, and those of its whole document. */
    private float[] words(Set<String> terms) {
        float[] ofPassages = new float[total];
        float[] ofDocuments = new float[documents.size()];
        int[] lengths = new int[documents.size()];
        long length = 0;
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = documents.get(i).words().length();
            length += lengths[i];
        }
        double average = Math.max(1, (double) length / Math.max(1, total));
        double averageOfDocument = Math.max(1, (double) length / Math.max(1, lengths.length));
        double atMost = 0;
        for (String term : terms) {
            atMost += add(TermCounts.hash(term), average, averageOfDocument, lengths, ofPassages, ofDocuments);
        }
        double scale = scale(ofPassages, atMost);
        double scaleOfDocuments = scale(ofDocuments, atMost);
        for (int i = 0; i < documents.size(); i++) {
            double document = weights.document() * ofDocuments[i] / scaleOfDocuments;
            for (int slot = bases[i]; slot < bases[i + 1]; slot++) {
                if (ofPassages[slot] > 0) {
                    ofPassages[slot] = (float) ((1 - weights.document()) * ofPassages[slot] / scale + document);
                }
            }
        }
        return ofPassages;
    }

    private static double scale(float[] scores, double atMost) {
        float highest = 0;
        for (float score : scores) {
            highest = Math.max(highest, score);
        }
        double scale = Math.max(highest, WORDS_FLOOR * atMost);
        return scale > 0 ? scale : 1;
    }

    /** Adds the scores of one term, and returns the highest possible one. */
    private double add(
            int term, double average, double averageOfDocument, int[] lengths, float[] passages, float[] inDocuments) {
        int[] counts = new int[2];
        for (DocumentIndex document : documents) {
            int count = document.words().count(term);
            counts[0] += count;
            counts[1] += count > 0 ? 1 : 0;
        }
        double rarity = rarity(total, counts[0]);
        double rarityOfDocument = rarity(documents.size(), counts[1]);
        for (int i = 0; counts[0] > 0 && i < documents.size(); i++) {
            WordIndex index = documents.get(i).words();
            int base = bases[i];
            int[] all = new int[1];
            index.visit(term, (passage, weight) -> {
                all[0] += weight;
                passages[base + passage] += (float) score(rarity, weight, index.length(passage) / average);
            });
            if (all[0] > 0) {
                inDocuments[i] += (float) score(rarityOfDocument, all[0], lengths[i] / averageOfDocument);
            }
        }
        return rarity * (weights.k1() + 1);
    }

    private static double rarity(int of, int count) {
        return Math.log(1 + (of - count + 0.5) / (count + 0.5));
    }

    private double score(double rarity, int weight, double length) {
        double tenths = weight * TENTH;
        double norm = weights.k1() * (1 - weights.b() + weights.b() * length);
        return rarity * tenths * (weights.k1() + 1) / (tenths + norm);
    }

    /** The slots with the highest scores above zero, highest first. */
    private static int[] highest(float[] scores, int most) {
        long[] heap = new long[most];
        int size = 0;
        PriorityQueue<Long> best = new PriorityQueue<>();
        for (int slot = 0; slot < scores.length; slot++) {
            if (scores[slot] > 0) {
                long key = ((long) Float.floatToIntBits(scores[slot]) << Integer.SIZE) | (Integer.MAX_VALUE - slot);
                if (best.size() < most) {
                    best.add(key);
                } else if (key > best.element()) {
                    best.remove();
                    best.add(key);
                }
            }
        }
        for (; !best.isEmpty(); size++) {
            heap[size] = best.remove();
        }
        int[] slots = new int[size];
        for (int i = 0; i < size; i++) {
            slots[i] = Integer.MAX_VALUE - (int) (heap[size - 1 - i] & Integer.MAX_VALUE);
        }
        return slots;
    }

    /** The slots of the passages whose signs differ least from those of the query. */
    private int[] nearest(EmbeddingIndex.Query query) {
        short[] distances = new short[total];
        Arrays.fill(distances, Short.MAX_VALUE);
        int[] histogram = new int[query.dimensions() + 1];
        for (int i = 0; i < documents.size(); i++) {
            EmbeddingIndex index = documents.get(i).embeddings();
            int known = index.compares(query) ? Math.min(index.count(), bases[i + 1] - bases[i]) : 0;
            for (int passage = 0; passage < known; passage++) {
                int distance = index.distance(query, passage);
                distances[bases[i] + passage] = (short) distance;
                histogram[distance]++;
            }
        }
        int limit = 0;
        int count = 0;
        while (limit < histogram.length && count + histogram[limit] <= CANDIDATES) {
            count += histogram[limit];
            limit++;
        }
        int[] slots = new int[CANDIDATES];
        int size = 0;
        for (int slot = 0; slot < total && size < CANDIDATES; slot++) {
            if (distances[slot] < limit) {
                slots[size] = slot;
                size++;
            }
        }
        for (int slot = 0; slot < total && size < CANDIDATES; slot++) {
            if (distances[slot] == limit) {
                slots[size] = slot;
                size++;
            }
        }
        return Arrays.copyOf(slots, size);
    }

    private static int[] union(int[] some, int[] others) {
        int[] all = Arrays.copyOf(some, some.length + others.length);
        System.arraycopy(others, 0, all, some.length, others.length);
        return Arrays.stream(all).distinct().toArray();
    }
}
