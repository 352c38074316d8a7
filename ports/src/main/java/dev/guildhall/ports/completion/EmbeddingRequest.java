package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A request for embeddings.
 *
 * @param model the embedding model, or one of its aliases
 * @param texts at most {@value #MOST_TEXTS}, none of them empty; none when the client sent tokens instead, which only
 *     {@code original} contains. Text beyond the model's maximum length is ignored
 * @param dimensions how many numbers an embedding must have; absent means the model's own number
 * @param original the request as the client sent it; absent when it did not come in a provider's protocol
 */
public record EmbeddingRequest(
        String model, List<String> texts, Optional<Integer> dimensions, Optional<OriginalRequest> original) {
    /** The most texts of one request. */
    public static final int MOST_TEXTS = 2_048;

    public EmbeddingRequest {
        texts = List.copyOf(texts);
        boolean ofTokens = texts.isEmpty() && original.isPresent();
        if (!ofTokens && (texts.isEmpty() || texts.size() > MOST_TEXTS || texts.contains(""))) {
            throw Refusal.invalid("input", "must be 1 to " + MOST_TEXTS + " texts, none of them empty");
        }
    }

    /** A request for the embeddings of texts. */
    public EmbeddingRequest(String model, List<String> texts) {
        this(model, texts, Optional.empty(), Optional.empty());
    }
}
