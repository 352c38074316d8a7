package dev.guildhall.core.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The terms of a document with their weights over all its fields, in tenths, and the sum of these. Immutable. */
public record TermCounts(Map<String, Integer> byTerm, int length) {
    public static TermCounts of(List<Field> fields, Analyzer analyzer) {
        Map<String, Integer> byTerm = new HashMap<>();
        int length = 0;
        for (Field field : fields) {
            for (String term : analyzer.terms(field.text())) {
                byTerm.merge(term, field.tenths(), Integer::sum);
                length += field.tenths();
            }
        }
        return new TermCounts(Map.copyOf(byTerm), length);
    }
}
