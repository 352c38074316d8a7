package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.EmbeddingTable;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Selects what one search needs of memories that are too large for an index: the words, tags and speakers of the query,
 * and of each embedding the cosine alone. Not thread-safe.
 */
final class OneSearch {
    private final Set<Integer> terms;
    private final Set<String> names;
    private final List<String> wantedTags;
    private final Optional<Embedding> queryEmbedding;
    private float[] cosines = new float[0];

    OneSearch(MemoryQuery query, Optional<Embedding> embedding, Analyzer analyzer) {
        this.terms = QueryParts.terms(query.text(), analyzer).stream()
                .map(TermCounts::hash)
                .collect(Collectors.toSet());
        this.names = SpokenQuery.words(query.text());
        this.wantedTags = query.filter().tags();
        this.queryEmbedding = embedding;
    }

    TermCounts counts(TermCounts all) {
        int[] terms = new int[all.terms().length];
        int[] weights = new int[all.terms().length];
        int count = 0;
        for (int i = 0; i < terms.length; i++) {
            if (this.terms.contains(all.terms()[i])) {
                terms[count] = all.terms()[i];
                weights[count] = all.weights()[i];
                count++;
            }
        }
        return new TermCounts(Arrays.copyOf(terms, count), Arrays.copyOf(weights, count), all.length());
    }

    Optional<String> speaker(Optional<String> speaker) {
        return speaker.filter(name -> List.of(name.split(" ")).stream().anyMatch(names::contains));
    }

    List<String> tags(List<String> tags) {
        return tags.stream().filter(wantedTags::contains).toList();
    }

    void put(int slot, QuantisedEmbedding embedding) {
        if (slot >= cosines.length) {
            int before = cosines.length;
            cosines = Arrays.copyOf(cosines, slot + 1 + slot / 2);
            Arrays.fill(cosines, before, cosines.length, Float.NaN);
        }
        cosines[slot] = queryEmbedding
                .filter(known -> known.dimensions() == embedding.dimensions())
                .map(known -> cosine(known, embedding))
                .orElse(Float.NaN);
    }

    private static float cosine(Embedding query, QuantisedEmbedding embedding) {
        EmbeddingTable table = new EmbeddingTable(query.dimensions());
        table.put(0, embedding);
        return (float) table.cosines(List.of(query), 1).getFirst()[0];
    }

    /** The cosines of the first memories to the query; {@link Double#NaN} for those without an embedding. */
    double[] cosines(int most) {
        double[] first = new double[most];
        for (int slot = 0; slot < most; slot++) {
            first[slot] = slot < cosines.length ? cosines[slot] : Double.NaN;
        }
        return first;
    }
}
