package dev.guildhall.core.search;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.ToolName;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What one user's earlier queries say about tools, analysed once for many searches. Immutable and thread-safe. */
public final class Learnt {
    private static final int TENTHS = 5;
    private static final Learnt NOTHING = new Learnt(Map.of());

    private final Map<ToolName, OfTool> byTool;

    /** The place of a tool among these is its number. */
    private final List<ToolName> names;

    /** The words of the queries by the numbers of their tools; only read once it is filled. */
    private final Bm25Index words = new Bm25Index();

    /**
     * A query that led to a tool.
     *
     * @param text in its author's words
     * @param meaning the embedding of the text; absent while it is not known, and the words alone count
     */
    public record Query(String text, Optional<Embedding> meaning) {}

    /** The queries that led to one tool. */
    private record OfTool(TermCounts words, List<Embedding> meanings, int size) {
        static OfTool of(List<Query> queries, Analyzer analyzer) {
            List<Field> fields = queries.stream()
                    .map(query -> new Field(query.text(), TENTHS))
                    .toList();
            List<Embedding> meanings =
                    queries.stream().flatMap(query -> query.meaning().stream()).toList();
            return new OfTool(TermCounts.of(fields, analyzer), meanings, queries.size());
        }
    }

    private Learnt(Map<ToolName, OfTool> byTool) {
        this.byTool = byTool;
        this.names = List.copyOf(byTool.keySet());
        for (int number = 0; number < names.size(); number++) {
            words.put(number, of(number).words());
        }
    }

    /** Nothing is known. */
    public static Learnt nothing() {
        return NOTHING;
    }

    /** The same with other queries of these tools in place of those known; a tool without queries is not known any more. */
    public Learnt with(Map<ToolName, List<Query>> changes) {
        Analyzer analyzer = Analyzer.english();
        Map<ToolName, OfTool> changed = new HashMap<>(byTool);
        changes.forEach((name, queries) -> {
            if (queries.isEmpty()) {
                changed.remove(name);
            } else {
                changed.put(name, OfTool.of(queries, analyzer));
            }
        });
        return new Learnt(changed);
    }

    /** How many queries are known. */
    public int size() {
        return byTool.values().stream().mapToInt(OfTool::size).sum();
    }

    List<ToolName> names() {
        return names;
    }

    Bm25Index words() {
        return words;
    }

    /**
     * The best cosine of one of a tool's queries to all sentences on average, and then to each sentence;
     * {@link Double#NaN} where no meaning is known.
     */
    double[] bestCosines(int number, List<Embedding> sentences) {
        double[] best = new double[sentences.size() + 1];
        Arrays.fill(best, Double.NaN);
        for (Embedding meaning : of(number).meanings()) {
            if (meaning.dimensions() == sentences.getFirst().dimensions()) {
                double sum = 0;
                for (int i = 1; i < best.length; i++) {
                    double cosine = meaning.cosine(sentences.get(i - 1));
                    best[i] = best[i] >= cosine ? best[i] : cosine;
                    sum += cosine;
                }
                double mean = sum / sentences.size();
                best[0] = best[0] >= mean ? best[0] : mean;
            }
        }
        return best;
    }

    private OfTool of(int number) {
        return Objects.requireNonNull(byTool.get(names.get(number)));
    }
}
