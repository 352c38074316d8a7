package dev.guildhall.core.search;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The terms of a document with their weights over all its fields, in tenths. A term is represented by a hash of 32
 * bits: two of 100,000 different terms of an index are confused with a probability of about 1 to 40,000 for each term
 * of a query, and numbers need a tenth of the memory of texts. Immutable.
 *
 * @param terms the hashes, ascending
 * @param weights of the terms, in the same order
 * @param length the sum of the weights
 */
@SuppressWarnings("ArrayRecordComponent") // It is never compared.
public record TermCounts(int[] terms, int[] weights, int length) {
    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    public static TermCounts of(List<Field> fields, Analyzer analyzer) {
        Map<Integer, Integer> byTerm = new TreeMap<>();
        int length = 0;
        for (Field field : fields) {
            for (String term : analyzer.terms(field.text())) {
                byTerm.merge(hash(term), field.tenths(), Integer::sum);
                length += field.tenths();
            }
        }
        int[] terms = byTerm.keySet().stream().mapToInt(Integer::intValue).toArray();
        int[] weights = byTerm.values().stream().mapToInt(Integer::intValue).toArray();
        return new TermCounts(terms, weights, length);
    }

    /** The FNV-1a hash of a term: unlike {@link String#hashCode}, it is different for most short words. */
    public static int hash(String term) {
        int hash = FNV_OFFSET;
        for (int i = 0; i < term.length(); i++) {
            char c = term.charAt(i);
            hash = (hash ^ (c & 0xff)) * FNV_PRIME;
            hash = (hash ^ (c >>> Byte.SIZE)) * FNV_PRIME;
        }
        return hash;
    }
}
