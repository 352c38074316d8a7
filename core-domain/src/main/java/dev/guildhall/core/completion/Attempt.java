package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.OriginalRequest;
import java.time.Duration;
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
        return index + 1 == candidates.size() || !areOfOneRoute(candidate(), candidates.get(index + 1));
    }

    private static boolean areOfOneRoute(Fallback one, Fallback other) {
        return !one.cooldown().isZero() && one.name().equals(other.name());
    }

    /** The request for the candidate, with the remaining time, or less when the request itself has less. */
    CompletionRequest asked(Duration left) {
        String modelId = candidate().modelId();
        CompletionRequest timed = request.within(
                request.within().filter(own -> own.compareTo(left) < 0).orElse(left));
        CompletionRequest named =
                request.sampling().model().filter(modelId::equals).isPresent() ? timed : timed.withModel(modelId);
        return named.in(candidate().model().protocol());
    }

    /** The answer of the candidate, with a warning for each field that the model did not receive. */
    Completion answered(Completion answer) {
        if (request.original().isEmpty()) {
            return answer;
        }
        ChatModel model = candidate().model();
        OriginalRequest original = request.original().get();
        if (model.protocol().equals(Optional.of(original.protocol()))) {
            return answer;
        }
        return answer.withWarnings(original.warnings())
                .withWarnings(model.leftOut(request).stream()
                        .map(OriginalRequest::warning)
                        .toList());
    }
}
