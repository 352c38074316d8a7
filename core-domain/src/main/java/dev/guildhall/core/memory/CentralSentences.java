package dev.guildhall.core.memory;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.QueryParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Summarises texts by their most central sentences: those whose words occur in many others (Nenkova and Vanderwende's
 * SumBasic: words of a chosen sentence count less for the next).
 */
final class CentralSentences {

    private static final int MOST_CHOSEN = 8;
    private static final int MOST_SENTENCES = 2_000;
    private static final int FEWEST_TERMS = 2;

    private record Sentence(int position, String text, Set<String> terms) {}

    private CentralSentences() {}

    /** At most eight sentences, in their order, and at most that many characters; empty when there are no texts. */
    static String of(List<String> texts, int mostCharacters) {
        List<Sentence> sentences = sentences(texts);
        Map<String, Double> weights = new HashMap<>();
        sentences.forEach(sentence -> sentence.terms().forEach(term -> weights.merge(term, 1.0, Double::sum)));
        weights.replaceAll((term, count) -> count / sentences.size());

        Set<Sentence> chosen = new TreeSet<>(Comparator.comparingInt(Sentence::position));
        List<Sentence> left = new ArrayList<>(sentences);
        int characters = 0;
        while (chosen.size() < MOST_CHOSEN && !left.isEmpty()) {
            Sentence best = left.stream()
                    .max(Comparator.<Sentence>comparingDouble(sentence -> weight(sentence, weights))
                            .thenComparing(Sentence::position, Comparator.reverseOrder()))
                    .orElseThrow();
            left.remove(best);
            if (characters + best.text().length() + 1 <= mostCharacters) {
                chosen.add(best);
                characters += best.text().length() + 1;
                best.terms().forEach(term -> weights.computeIfPresent(term, (same, weight) -> weight * weight));
            }
        }
        return chosen.isEmpty()
                ? texts.stream()
                        .findFirst()
                        .map(text -> cut(text, mostCharacters))
                        .orElse("")
                : chosen.stream().map(Sentence::text).collect(Collectors.joining(" "));
    }

    private static double weight(Sentence sentence, Map<String, Double> weights) {
        return sentence.terms().stream()
                .mapToDouble(term -> weights.getOrDefault(term, 0.0))
                .average()
                .orElse(0);
    }

    private static List<Sentence> sentences(List<String> texts) {
        Analyzer analyzer = Analyzer.english();
        List<Sentence> sentences = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String text : texts) {
            for (String part : QueryParts.sentences(text).toList()) {
                Set<String> terms = new LinkedHashSet<>(analyzer.terms(part));
                boolean isStatement = terms.size() >= FEWEST_TERMS && !part.endsWith("?");
                if (isStatement && known.add(part) && sentences.size() < MOST_SENTENCES) {
                    sentences.add(new Sentence(sentences.size(), part.strip(), terms));
                }
            }
        }
        return sentences;
    }

    /** A text with at most that many characters, without a split surrogate pair. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
