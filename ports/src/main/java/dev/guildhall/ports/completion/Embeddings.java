package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import java.util.List;
import java.util.Optional;

/** Driving port: what texts mean, as numbers (contract 3, embeddings). Blocks. Thread-safe. */
public interface Embeddings {
    /** The most texts of one request. */
    int MOST_TEXTS = 256;

    /** The model that embeds; empty when this installation has none. */
    Optional<String> model(Caller caller);

    /**
     * One embedding for each text, in their order. Accounted for like a completion, with no tokens of an answer.
     *
     * @param model must be the model that embeds
     * @param origin what the call is part of; absent where that is not known
     * @param texts 1 to {@value #MOST_TEXTS}, none of them empty; what is beyond the model's length is left out
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel}, {@code CommonProblem.Invalid}
     *     naming {@code input}, {@code CommonProblem.RateLimited}, or {@code CommonProblem.Unavailable} when the model
     *     fails
     */
    EmbeddingResult embed(Caller caller, Optional<CallOrigin> origin, String model, List<String> texts);
}
