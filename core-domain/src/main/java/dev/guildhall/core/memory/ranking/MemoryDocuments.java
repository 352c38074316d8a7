package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Bm25Index;
import dev.guildhall.core.search.EmbeddingTable;
import dev.guildhall.core.search.NameTable;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The memories of one user as numbers, each in a slot: their texts are not kept. The slot of a removed memory is not
 * used for another one, so that the postings of its words, which stay, are ignored. Not thread-safe.
 */
final class MemoryDocuments {
    private final NameTable ids = new NameTable();
    private final NameTable chats = new NameTable();
    private final BitSet taken = new BitSet();

    /** When present, only what this search needs is kept. */
    private final Optional<OneSearch> only;

    /** The memories without a conversation have {@link NameTable#NONE}. */
    private int[] chatOf = new int[0];

    private Optional<ChatId> lastChat = Optional.empty();
    private int numberOfLastChat = NameTable.NONE;

    private final Bm25Index words = new Bm25Index();
    private final Map<Integer, EmbeddingTable> embeddings = new HashMap<>();
    private final MemorySpeakers speakers = new MemorySpeakers();
    private final MemoryTags tags = new MemoryTags();
    private final TurnOrder order = new TurnOrder(ids);
    private final MemoryFeatures memoryFeatures = new MemoryFeatures();

    MemoryDocuments(Optional<OneSearch> only) {
        this.only = only;
    }

    /** Adds a memory, or replaces what may have changed. Its text never changes. */
    void put(MemoryIndex.Document document) {
        IndexedMemory memory = document.memory();
        int known = ids.size();
        int slot = ids.add(memory.id().value());
        if (slot == known) {
            putText(slot, document.text());
        } else if (taken.get(slot)) {
            remove(slot);
        }
        taken.set(slot);
        Optional<String> speaker = document.text().speaker();
        speakers.put(slot, only.map(search -> search.speaker(speaker)).orElse(speaker));
        memoryFeatures.put(slot, memory);
        tags.put(slot, only.map(search -> search.tags(memory.tags())).orElse(memory.tags()));
        chatOf[slot] = chat(memory.chatId());
        if (memory.type() == MemoryType.CONVERSATION && chatOf[slot] != NameTable.NONE) {
            order.put(slot, chatOf[slot]);
        }
        document.embedding().ifPresent(embedding -> putEmbedding(slot, embedding));
    }

    /** Consecutive memories mostly have the same conversation. */
    private int chat(Optional<ChatId> chat) {
        if (!chat.equals(lastChat)) {
            lastChat = chat;
            numberOfLastChat = chat.map(known -> chats.add(known.value())).orElse(NameTable.NONE);
        }
        return numberOfLastChat;
    }

    private void putText(int slot, MemoryText text) {
        if (slot >= chatOf.length) {
            chatOf = Arrays.copyOf(chatOf, slot + 1 + slot / 2);
        }
        words.put(slot, only.map(search -> search.counts(text.counts())).orElse(text.counts()));
        memoryFeatures.putText(slot, text);
    }

    private void putEmbedding(int slot, QuantisedEmbedding embedding) {
        if (only.isPresent()) {
            only.get().put(slot, embedding);
        } else {
            embeddings
                    .computeIfAbsent(embedding.dimensions(), EmbeddingTable::new)
                    .put(slot, embedding);
        }
    }

    void remove(MemoryId id) {
        int slot = ids.find(id.value());
        if (slot != NameTable.NONE && taken.get(slot)) {
            remove(slot);
        }
    }

    void retain(List<MemoryId> retained) {
        BitSet removed = (BitSet) taken.clone();
        for (MemoryId id : retained) {
            int slot = ids.find(id.value());
            if (slot != NameTable.NONE) {
                removed.clear(slot);
            }
        }
        removed.stream().forEach(this::remove);
    }

    private void remove(int slot) {
        embeddings.values().forEach(table -> table.remove(slot));
        embeddings.values().removeIf(EmbeddingTable::isEmpty);
        speakers.remove(slot);
        order.remove(slot);
        memoryFeatures.remove(slot);
        taken.clear(slot);
    }

    int size() {
        return taken.cardinality();
    }

    /** The memories without an embedding, at most so many. */
    List<MemoryId> withoutEmbedding(int most) {
        BitSet unknown = (BitSet) taken.clone();
        embeddings.values().forEach(table -> table.removeKnown(unknown));
        return unknown.stream().limit(most).mapToObj(this::id).toList();
    }

    /** How many slots removed memories occupy. */
    int unused() {
        return ids.size() - size();
    }

    /** About how many bytes of the heap they need. */
    long bytes() {
        long ofEmbeddings =
                embeddings.values().stream().mapToLong(EmbeddingTable::bytes).sum();
        return ids.bytes()
                + chats.bytes()
                + (long) Integer.BYTES * chatOf.length
                + words.bytes()
                + ofEmbeddings
                + speakers.bytes()
                + tags.bytes()
                + order.bytes()
                + memoryFeatures.bytes();
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

    MemoryId id(int slot) {
        return new MemoryId(ids.name(slot));
    }

    int compareIds(int first, int second) {
        return ids.compare(first, second);
    }

    /** The slots of the memories that a filter selects, in order. */
    int[] matching(MemoryFilter filter) {
        IntStream slots = filter.type().map(memoryFeatures::ofType).orElse(taken).stream();
        if (filter.chatId().isPresent()) {
            int chat = chats.find(filter.chatId().get().value());
            slots = slots.filter(slot -> chat != NameTable.NONE && chatOf[slot] == chat);
        }
        if (!filter.tags().isEmpty()) {
            int[] wanted = tags.numbers(filter.tags());
            slots = slots.filter(slot -> tags.hasAll(slot, wanted));
        }
        return slots.toArray();
    }

    /** The turn after a memory, and the one before it, as far as they exist. */
    List<MemoryId> beside(int slot) {
        return Stream.of(order.after(slot), order.before(slot))
                .filter(turn -> turn != TurnOrder.NONE)
                .map(this::id)
                .toList();
    }

    /** A query, and the speakers that it names. */
    SpokenQuery spoken(String query) {
        return SpokenQuery.of(query, speakers.having(SpokenQuery.words(query)));
    }

    /** The slots of what those speakers said. */
    BitSet saidBy(List<String> named) {
        return speakers.saidBy(named);
    }

    /**
     * The cosines of the first memories to a query; {@link Double#NaN} for those without an embedding, or with one of
     * another number of coordinates.
     */
    double[] cosines(Embedding query, int most) {
        if (only.isPresent()) {
            return only.get().cosines(most);
        }
        return Optional.ofNullable(embeddings.get(query.dimensions()))
                .orElse(EmbeddingTable.NONE)
                .cosines(List.of(query), most)
                .getFirst();
    }
}
