package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Bm25Index;
import dev.guildhall.core.search.EmbeddingTable;
import dev.guildhall.core.search.Field;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.tool.ToolName;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The learned queries of one user, analysed once for many searches. Immutable. */
public final class LearnedQueries {
    private static final int TENTHS = 5;

    /** The entry of a map, and the headers of a name, a record and four arrays. */
    private static final int BYTES_OF_TOOL = 208;

    private static final LearnedQueries NOTHING = new LearnedQueries();

    private final Map<ToolName, OfTool> byTool;
    private final BitSet numbers;
    private final BitSet slots;

    /** The words of the queries by the numbers of their tools; only the constructor writes it. */
    private final Bm25Index words;

    /** The embeddings of the queries by their number of coordinates; only the constructor writes them. */
    private final Map<Integer, EmbeddingTable> embeddings;

    /** A query that led to a tool; without the embedding of its text, only its words count. */
    public record Query(String text, Optional<Embedding> embedding) {}

    /**
     * The queries that led to one tool.
     *
     * @param number of the tool in {@link #words}, below {@link #numbers}
     * @param words of all of them
     * @param slots of the queries in the result of {@link #cosines}
     */
    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    record OfTool(int number, TermCounts words, int[] slots) {}

    private LearnedQueries() {
        this.byTool = new HashMap<>();
        this.numbers = new BitSet();
        this.slots = new BitSet();
        this.words = new Bm25Index();
        this.embeddings = new HashMap<>();
    }

    private LearnedQueries(LearnedQueries before, Map<ToolName, List<Query>> changes) {
        this.byTool = new HashMap<>(before.byTool);
        this.numbers = (BitSet) before.numbers.clone();
        this.slots = (BitSet) before.slots.clone();
        this.words = before.words.copy();
        this.embeddings = new HashMap<>(before.embeddings);
        embeddings.replaceAll((dimensions, table) -> table.copy());
        changes.keySet().forEach(this::remove);
        Analyzer analyzer = Analyzer.english();
        changes.forEach((name, queries) -> {
            if (!queries.isEmpty()) {
                add(name, queries, analyzer);
            }
        });
    }

    public static LearnedQueries nothing() {
        return NOTHING;
    }

    /** The same with other queries of these tools; a tool with no queries is removed. */
    public LearnedQueries with(Map<ToolName, List<Query>> changes) {
        return new LearnedQueries(this, changes);
    }

    private void remove(ToolName name) {
        Optional.ofNullable(byTool.remove(name)).ifPresent(tool -> {
            numbers.clear(tool.number());
            words.remove(tool.number(), tool.words());
            for (int slot : tool.slots()) {
                slots.clear(slot);
                embeddings.values().forEach(table -> table.remove(slot));
            }
            embeddings.values().removeIf(EmbeddingTable::isEmpty);
        });
    }

    /** Used only by the constructor, for a new tool. */
    private void add(ToolName name, List<Query> queries, Analyzer analyzer) {
        List<Field> fields =
                queries.stream().map(query -> new Field(query.text(), TENTHS)).toList();
        int[] ofQueries = queries.stream().mapToInt(this::put).toArray();
        OfTool tool = new OfTool(numbers.nextClearBit(0), TermCounts.of(fields, analyzer), ofQueries);
        numbers.set(tool.number());
        words.put(tool.number(), tool.words());
        byTool.put(name, tool);
    }

    /** Used only by the constructor; returns the slot. */
    private int put(Query query) {
        int slot = slots.nextClearBit(0);
        slots.set(slot);
        query.embedding()
                .ifPresent(embedding -> embeddings
                        .computeIfAbsent(embedding.dimensions(), EmbeddingTable::new)
                        .put(slot, embedding));
        return slot;
    }

    public int size() {
        return slots.cardinality();
    }

    /** About how many bytes of the heap they need. */
    public long bytes() {
        long ofEmbeddings =
                embeddings.values().stream().mapToLong(EmbeddingTable::bytes).sum();
        return words.bytes()
                + ofEmbeddings
                + byTool.entrySet().stream()
                        .mapToLong(each -> BYTES_OF_TOOL
                                + each.getKey().value().length()
                                + Integer.BYTES
                                        * (2L * each.getValue().words().terms().length
                                                + each.getValue().slots().length))
                        .sum();
    }

    Map<ToolName, OfTool> tools() {
        return Collections.unmodifiableMap(byTool);
    }

    /** All numbers of tools are less than this. */
    int numbers() {
        return numbers.length();
    }

    Bm25Index words() {
        return words;
    }

    /**
     * The cosines of all queries to each sentence, by the slots of the queries; {@link Double#NaN} without an
     * embedding.
     */
    List<double[]> cosines(List<Embedding> sentences) {
        EmbeddingTable table = embeddings.getOrDefault(sentences.getFirst().dimensions(), EmbeddingTable.NONE);
        return table.cosines(sentences, slots.length());
    }
}
