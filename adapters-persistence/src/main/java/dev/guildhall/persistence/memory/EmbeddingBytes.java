package dev.guildhall.persistence.memory;

import dev.guildhall.ports.search.Embedding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Converts embeddings to bytes and back: four bytes for each coordinate, little-endian. */
public final class EmbeddingBytes {
    private EmbeddingBytes() {}

    public static byte[] write(Embedding embedding) {
        ByteBuffer bytes =
                ByteBuffer.allocate(embedding.dimensions() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(embedding.values());
        return bytes.array();
    }

    public static Embedding read(byte[] bytes) {
        FloatBuffer stored =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        float[] values = new float[stored.remaining()];
        stored.get(values);
        return new Embedding(values);
    }
}
