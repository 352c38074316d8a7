package dev.guildhall.ports.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import java.util.List;
import java.util.Optional;

/** Driving port: embeddings of texts (models-25). Blocks. */
public interface Embeddings {
    /** The embedding model, then its aliases; empty when this installation has none, or the caller may not ask it. */
    List<String> models(Caller caller);

    /**
     * One embedding for each text, in order. The server records the usage as for a completion, with no answer tokens. A
     * provider with the protocol of the original receives the original with the model's own name (models-18).
     *
     * @param origin the trace and conversation of the call; absent when unknown
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel},
     *     {@code CommonProblem.Invalid} naming {@code dimensions} or a field that the model does not support,
     *     {@code CommonProblem.RateLimited}, or {@code CommonProblem.Unavailable} when the model fails
     */
    EmbeddingResult embed(Caller caller, Optional<CallOrigin> origin, EmbeddingRequest request);
}
