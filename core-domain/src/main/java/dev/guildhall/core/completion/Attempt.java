package dev.guildhall.core.completion;

import dev.guildhall.core.completion.Fallbacks.Fallback;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.CompletionRequest;
import java.util.List;
import java.util.Optional;

/**
 * A request for a completion, and the models that may answer it.
 *
 * @param sink receives the pieces of the answer; absent for an answer in one piece
 * @param candidates those models in the order in which they are asked; at least one
 * @param index which of them is asked
 */
record Attempt(CompletionRequest request, Optional<ChunkSink> sink, List<Fallback> candidates, int index) {

    Attempt with(int other) {
        return new Attempt(request, sink, candidates, other);
    }

    Fallback candidate() {
        return candidates.get(index);
    }

    /** Whether no further deployment of the same model can be asked at once. */
    boolean isLastOfRoute() {
        return index + 1 == candidates.size() || !candidate().sharesRouteWith(candidates.get(index + 1));
    }
}
