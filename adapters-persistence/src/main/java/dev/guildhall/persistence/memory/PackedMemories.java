package dev.guildhall.persistence.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads memories that the server has written one after the other into one value: a user may have 100,000 of them. Each
 * is a record in the server's binary format: the number of fields; then for each field its type, its length and its
 * value. Not thread-safe.
 */
final class PackedMemories {
    /** A memory as bytes; with its text only when that is not analysed. */
    static final String PACKED = """
        record_send(ROW(id, type, importance, CASE WHEN tags <> '{}' THEN tags END, chat_id, superseded_by IS NOT NULL,
            analysed_text, CASE WHEN analysed_text IS NULL THEN content END, embedding, embedding_scale,
            embedding_model, revision))
        """;

    /** The length of a value that is null. */
    private static final int NULL = -1;

    private final byte[] bytes;
    private final ByteBuffer numbers;

    /** Where the next value begins, and its length. */
    private int start;

    private int length;

    /** Consecutive memories mostly have the same conversation and model. */
    private Optional<ChatId> chat = Optional.empty();

    private String model = "";

    private PackedMemories(byte[] bytes) {
        this.bytes = bytes;
        this.numbers = ByteBuffer.wrap(bytes);
    }

    static List<IndexedMemory> read(byte[] bytes) {
        PackedMemories packed = new PackedMemories(bytes);
        List<IndexedMemory> memories = new ArrayList<>();
        while (packed.start < bytes.length) {
            memories.add(packed.memory());
        }
        return memories;
    }

    private IndexedMemory memory() {
        start += Integer.BYTES;
        length = 0;
        MemoryId id = new MemoryId(requiredText());
        MemoryType type = MemoryType.fromWire(requiredText());
        required();
        double importance = numbers.getDouble(start);
        List<String> tags = next() ? texts() : List.of();
        Optional<ChatId> chatId = next() ? chat() : Optional.empty();
        required();
        boolean isSuperseded = bytes[start] != 0;
        Optional<AnalysedText> text = next() ? Optional.of(new AnalysedText(value())) : Optional.empty();
        Optional<String> content = next() ? Optional.of(text(start, length)) : Optional.empty();
        Optional<IndexedMemory.StoredEmbedding> embedding = embedding();
        required();
        long revision = numbers.getLong(start);
        start += length;
        return new IndexedMemory(id, type, importance, tags, chatId, isSuperseded, text, content, embedding, revision);
    }

    /** Goes to the next value; false when it is null. */
    private boolean next() {
        start += length + 2 * Integer.BYTES;
        length = numbers.getInt(start - Integer.BYTES);
        if (length == NULL) {
            length = 0;
            return false;
        }
        return true;
    }

    private void required() {
        if (!next()) {
            throw new IllegalStateException("a column of a packed memory is null");
        }
    }

    private String requiredText() {
        required();
        return text(start, length);
    }

    private String text(int from, int size) {
        return new String(bytes, from, size, StandardCharsets.UTF_8);
    }

    private byte[] value() {
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    private Optional<ChatId> chat() {
        String value = text(start, length);
        if (chat.filter(before -> before.value().equals(value)).isEmpty()) {
            chat = Optional.of(new ChatId(value));
        }
        return chat;
    }

    /** Embeddings of before version 45 have no scale. */
    private Optional<IndexedMemory.StoredEmbedding> embedding() {
        Optional<byte[]> values = next() ? Optional.of(value()) : Optional.empty();
        Optional<Float> scale = next() ? Optional.of(numbers.getFloat(start)) : Optional.empty();
        if (next()) {
            String name = text(start, length);
            model = name.equals(model) ? model : name;
        }
        return values.map(known -> new IndexedMemory.StoredEmbedding(
                model,
                scale.map(step -> new QuantisedEmbedding(known, step))
                        .orElseGet(() -> QuantisedEmbedding.of(EmbeddingBytes.read(known)))));
    }

    /** An array with one dimension: three numbers, its length, its lower bound, and each text with its length. */
    private List<String> texts() {
        int size = numbers.getInt(start + 3 * Integer.BYTES);
        int from = start + 5 * Integer.BYTES;
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            int of = numbers.getInt(from);
            texts.add(text(from + Integer.BYTES, of));
            from += Integer.BYTES + of;
        }
        return texts;
    }
}
