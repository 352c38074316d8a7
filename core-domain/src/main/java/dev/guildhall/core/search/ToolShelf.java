package dev.guildhall.core.search;

import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The tools of an index with their words, each under a small number that is used again when it is gone. Not thread-safe. */
final class ToolShelf {
    private final Bm25Index words = new Bm25Index();
    private final List<Optional<Entry>> entries = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private final Map<ToolId, Integer> slots = new HashMap<>();
    private final Map<ToolName, Set<Integer>> byName = new HashMap<>();

    private record Entry(ToolDocument document, TermCounts counts) {
        ToolId id() {
            return document.tool().id();
        }

        ToolName name() {
            return document.tool().definition().name();
        }
    }

    void put(ToolDocument document, TermCounts counts) {
        remove(document.tool().id());
        Entry entry = new Entry(document, counts);
        int slot = taken.nextClearBit(0);
        taken.set(slot);
        if (slot == entries.size()) {
            entries.add(Optional.of(entry));
        } else {
            entries.set(slot, Optional.of(entry));
        }
        slots.put(entry.id(), slot);
        byName.computeIfAbsent(entry.name(), any -> new HashSet<>()).add(slot);
        words.put(slot, counts);
    }

    void remove(ToolId id) {
        Optional.ofNullable(slots.remove(id)).ifPresent(this::clear);
    }

    private void clear(int slot) {
        Entry entry = entries.get(slot).orElseThrow();
        words.remove(slot, entry.counts());
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

    Bm25Index words() {
        return words;
    }

    ToolDocument document(int slot) {
        return entries.get(slot).orElseThrow().document();
    }

    /** What a search may see, and what its caller has learnt of that. */
    Bm25Index.Scope scope(Predicate<Tool> visible, Learnt learnt) {
        BitSet seen = new BitSet(entries.size());
        taken.stream().filter(slot -> visible.test(document(slot).tool())).forEach(seen::set);
        Map<Integer, TermCounts> added = new HashMap<>();
        learnt.byTool()
                .forEach((name, counts) -> byName.getOrDefault(name, Set.of()).stream()
                        .filter(seen::get)
                        .forEach(slot -> added.put(slot, counts)));
        return new Bm25Index.Scope(seen, added);
    }
}
