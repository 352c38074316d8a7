package dev.guildhall.ports.completion;

import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The embeddings of texts.
 *
 * @param embeddings in the order of the texts; none when the answer is passed on unchanged
 * @param usage the tokens that they used
 * @param original the answer as the provider sent it, read only; absent unless the provider has the protocol of
 *     {@link EmbeddingRequest#original}
 */
public record EmbeddingResult(List<Embedding> embeddings, Usage usage, Optional<ByteBuffer> original) {
    public EmbeddingResult {
        embeddings = List.copyOf(embeddings);
    }
}
