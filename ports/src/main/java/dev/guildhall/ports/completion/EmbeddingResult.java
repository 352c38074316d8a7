package dev.guildhall.ports.completion;

import dev.guildhall.ports.search.Embedding;
import java.util.List;

/**
 * What texts mean.
 *
 * @param embeddings in the order of the texts
 * @param usage what it cost
 */
public record EmbeddingResult(List<Embedding> embeddings, Usage usage) {
    public EmbeddingResult {
        embeddings = List.copyOf(embeddings);
    }
}
