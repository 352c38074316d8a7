package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import java.util.List;
import java.util.Optional;

/** Driving port: embeddings of texts (contract 3, embeddings). Blocks. Thread-safe. */
public interface Embeddings {
    /** The most texts of one request. */
    int MOST_TEXTS = 256;

    /** The embedding model; empty when this installation has none. */
    Optional<String> model(Caller caller);

    /**
     * One embedding for each text, in order. The server records the usage as for a completion, with no answer tokens.
     *
     * @param model must be the embedding model
     * @param origin the trace and conversation of the call; absent when unknown
     * @param texts 1 to {@value #MOST_TEXTS}, none of them empty; text beyond the model's maximum length is ignored
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel},
     *     {@code CommonProblem.Invalid} naming {@code input}, {@code CommonProblem.RateLimited}, or
     *     {@code CommonProblem.Unavailable} when the model fails
     */
    EmbeddingResult embed(Caller caller, Optional<CallOrigin> origin, String model, List<String> texts);
}
