package dev.guildhall.ports.completion;

import dev.guildhall.ports.search.Embedding;
import java.util.List;

/**
 * The embeddings of texts.
 *
 * @param embeddings in the order of the texts
 * @param usage the tokens that they used
 */
public record EmbeddingResult(List<Embedding> embeddings, Usage usage) {
    public EmbeddingResult {
        embeddings = List.copyOf(embeddings);
    }
}
