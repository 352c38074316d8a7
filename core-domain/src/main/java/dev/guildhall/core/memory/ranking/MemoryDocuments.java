package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.Bm25Index;
import dev.guildhall.core.search.EmbeddingTable;
import dev.guildhall.core.search.Field;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.search.Embedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The memories of one user with their words, each in a numbered slot that is reused after its removal. Not thread-safe.
 */
final class MemoryDocuments {
    /** A word before a colon that occurs in fewer turns is not a speaker. */
    private static final int FEWEST_TURNS = 3;

    private final Bm25Index words = new Bm25Index();
    private final List<Optional<Entry>> entries = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private final Map<MemoryId, Integer> slots = new HashMap<>();
    private final Map<Integer, EmbeddingTable> meanings = new HashMap<>();
    private final Map<String, BitSet> bySpeaker = new HashMap<>();
    private final TurnOrder order = new TurnOrder();
    private final MemoryFeatures memoryFeatures = new MemoryFeatures();

    /** An analysed memory. Its substance is how much information it has, 0 to 1: a mere question has none. */
    record Entry(
            Memory memory,
            Optional<Embedding> meaning,
            Optional<String> speaker,
            TermCounts counts,
            AnswerTypeHints answerTypeHints,
            double substance) {
        private static final int WHOLE = 10;

        /** A turn with this many different terms counts as fully informative. */
        private static final double ENOUGH_TERMS = 5;

        private static final Pattern QUESTION = Pattern.compile("[?\uff1f]\\s*\\z");

        static Entry of(MemoryIndex.Document document, Analyzer analyzer) {
            SpokenTurn turn = SpokenTurn.of(document.memory().content());
            TermCounts counts = TermCounts.of(List.of(new Field(turn.date() + " " + turn.words(), WHOLE)), analyzer);
            return new Entry(
                    document.memory(),
                    document.meaning(),
                    turn.speaker(),
                    counts,
                    AnswerTypeHints.of(turn.words()),
                    Math.min(1, distinctTerms(turn.words(), analyzer) / ENOUGH_TERMS));
        }

        private static long distinctTerms(String words, Analyzer analyzer) {
            return QueryParts.sentences(words)
                    .filter(sentence -> !QUESTION.matcher(sentence).find())
                    .flatMap(sentence -> analyzer.terms(sentence).stream())
                    .distinct()
                    .limit((long) ENOUGH_TERMS)
                    .count();
        }
    }

    void put(Entry entry) {
        remove(entry.memory().id());
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        if (slot == entries.size()) {
            entries.add(Optional.of(entry));
        } else {
            entries.set(slot, Optional.of(entry));
        }
        slots.put(entry.memory().id(), slot);
        words.put(slot, entry.counts());
        entry.meaning()
                .ifPresent(meaning -> meanings.computeIfAbsent(meaning.dimensions(), EmbeddingTable::new)
                        .put(slot, meaning));
        entry.speaker()
                .ifPresent(name ->
                        bySpeaker.computeIfAbsent(name, any -> new BitSet()).set(slot));
        order.put(slot, entry.memory());
        memoryFeatures.put(slot, entry);
    }

    void remove(MemoryId id) {
        Optional.ofNullable(slots.remove(id)).ifPresent(this::clear);
    }

    void retain(Set<MemoryId> ids) {
        Set<MemoryId> removed = new HashSet<>(slots.keySet());
        removed.removeAll(ids);
        removed.forEach(this::remove);
    }

    private void clear(int slot) {
        Entry entry = entry(slot);
        words.remove(slot, entry.counts());
        entry.meaning().map(Embedding::dimensions).ifPresent(dimensions -> forgetMeaning(slot, dimensions));
        entry.speaker().ifPresent(name -> forgetSpeaker(slot, name));
        order.remove(slot, entry.memory());
        memoryFeatures.remove(slot);
        entries.set(slot, Optional.empty());
        taken.clear(slot);
    }

    private void forgetMeaning(int slot, int dimensions) {
        Optional.ofNullable(meanings.get(dimensions)).ifPresent(table -> {
            table.remove(slot);
            if (table.isEmpty()) {
                meanings.remove(dimensions);
            }
        });
    }

    private void forgetSpeaker(int slot, String name) {
        Optional.ofNullable(bySpeaker.get(name)).ifPresent(turns -> {
            turns.clear(slot);
            if (turns.isEmpty()) {
                bySpeaker.remove(name);
            }
        });
    }

    int size() {
        return slots.size();
    }

    Bm25Index words() {
        return words;
    }

    TurnOrder order() {
        return order;
    }

    BitSet taken() {
        return taken;
    }

    MemoryFeatures memoryFeatures() {
        return memoryFeatures;
    }

    Memory memory(int slot) {
        return entry(slot).memory();
    }

    private Entry entry(int slot) {
        return entries.get(slot).orElseThrow();
    }

    /** The slots of the memories that a filter selects, in order. */
    int[] matching(MemoryFilter filter) {
        IntStream ofType = filter.type().map(memoryFeatures::ofType).orElse(taken).stream();
        boolean simple = filter.chatId().isEmpty() && filter.tags().isEmpty();
        return simple
                ? ofType.toArray()
                : ofType.filter(slot -> filter.test(memory(slot))).toArray();
    }

    /** The turn after a memory, and the one before it; empty when it is not in the index. */
    List<Memory> beside(MemoryId id) {
        return Optional.ofNullable(slots.get(id)).stream()
                .flatMap(slot -> Stream.of(order.after(slot), order.before(slot)))
                .filter(slot -> slot != TurnOrder.NONE)
                .map(this::memory)
                .toList();
    }

    /** A query, and the speakers that it names. */
    SpokenQuery spoken(String query) {
        Set<String> speakers = bySpeaker.entrySet().stream()
                .filter(known -> known.getValue().cardinality() >= FEWEST_TURNS)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return SpokenQuery.of(query, speakers);
    }

    /** The slots of what those speakers said. */
    BitSet saidBy(List<String> speakers) {
        BitSet said = new BitSet();
        speakers.forEach(name -> said.or(bySpeaker.getOrDefault(name, new BitSet())));
        return said;
    }

    /**
     * The cosines of the first memories to a query; {@link Double#NaN} for those without an embedding, or with one of
     * another number of coordinates.
     */
    double[] cosines(Embedding query, int most) {
        return Optional.ofNullable(meanings.get(query.dimensions()))
                .map(table -> table.cosines(List.of(query), most).getFirst())
                .orElseGet(() -> unknown(most));
    }

    private static double[] unknown(int most) {
        double[] unknown = new double[most];
        Arrays.fill(unknown, Double.NaN);
        return unknown;
    }
}
