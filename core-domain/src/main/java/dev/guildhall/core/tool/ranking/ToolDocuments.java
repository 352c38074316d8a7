package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.Bm25Index;
import dev.guildhall.core.search.EmbeddingTable;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The tools of an index with their words, each in a numbered slot that is reused after its removal. Not thread-safe.
 */
final class ToolDocuments {
    private static final int[] NO_SLOTS = {};

    private final Bm25Index words = new Bm25Index();
    private final List<Optional<Entry>> entries = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private final Map<ToolId, Integer> slots = new HashMap<>();
    private final Map<ToolName, Set<Integer>> byName = new HashMap<>();

    private final Map<Integer, EmbeddingTable> embeddings = new HashMap<>();

    private record Entry(Tool tool, TermCounts counts, int dimensions) {
        ToolName name() {
            return tool.definition().name();
        }
    }

    void put(ToolDocument document, TermCounts counts) {
        remove(document.tool().id());
        int slot = taken.nextClearBit(0);
        int dimensions =
                document.embedding().map(QuantisedEmbedding::dimensions).orElse(0);
        Entry entry = new Entry(document.tool(), counts, dimensions);
        taken.set(slot);
        if (slot == entries.size()) {
            entries.add(Optional.of(entry));
        } else {
            entries.set(slot, Optional.of(entry));
        }
        slots.put(entry.tool().id(), slot);
        byName.computeIfAbsent(entry.name(), any -> new HashSet<>()).add(slot);
        words.put(slot, counts);
        document.embedding()
                .ifPresent(embedding -> embeddings
                        .computeIfAbsent(dimensions, EmbeddingTable::new)
                        .put(slot, embedding));
    }

    void remove(ToolId id) {
        Optional.ofNullable(slots.remove(id)).ifPresent(this::clear);
    }

    private void clear(int slot) {
        Entry entry = entries.get(slot).orElseThrow();
        words.remove(slot, entry.counts());
        Optional.ofNullable(embeddings.get(entry.dimensions())).ifPresent(table -> {
            table.remove(slot);
            if (table.isEmpty()) {
                embeddings.remove(entry.dimensions());
            }
        });
        Set<Integer> namesakes = byName.getOrDefault(entry.name(), new HashSet<>());
        namesakes.remove(slot);
        if (namesakes.isEmpty()) {
            byName.remove(entry.name());
        }
        entries.set(slot, Optional.empty());
        taken.clear(slot);
    }

    int size() {
        return slots.size();
    }

    List<Tool> all(Predicate<Tool> visible) {
        return taken.stream().mapToObj(this::tool).filter(visible).toList();
    }

    List<Tool> named(ToolName name) {
        return byName.getOrDefault(name, Set.of()).stream().map(this::tool).toList();
    }

    Bm25Index words() {
        return words;
    }

    Tool tool(int slot) {
        return entries.get(slot).orElseThrow().tool();
    }

    /**
     * The cosines of the first tools to each query; {@link Double#NaN} for those without an embedding, or with another
     * number of coordinates than the queries.
     */
    List<double[]> cosines(List<Embedding> queries, int most) {
        return embeddings
                .getOrDefault(queries.getFirst().dimensions(), EmbeddingTable.NONE)
                .cosines(queries, most);
    }

    /** The slots of the tools that a search may see. */
    BitSet seen(Predicate<Tool> visible) {
        BitSet seen = new BitSet(entries.size());
        taken.stream().filter(slot -> visible.test(tool(slot))).forEach(seen::set);
        return seen;
    }

    /** The slots of each tool with learned queries, by its number there, as far as a search may see them. */
    int[][] slots(BitSet seen, LearnedQueries learned) {
        int[][] slots = new int[learned.numbers()][];
        Arrays.fill(slots, NO_SLOTS);
        learned.tools().forEach((name, tool) -> {
            int[] visible = NO_SLOTS;
            for (int slot : byName.getOrDefault(name, Set.of())) {
                if (seen.get(slot)) {
                    visible = Arrays.copyOf(visible, visible.length + 1);
                    visible[visible.length - 1] = slot;
                }
            }
            slots[tool.number()] = visible;
        });
        return slots;
    }
}
