package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import java.time.Duration;

/**
 * A model that may answer a request.
 *
 * @param model the provider's adapter
 * @param modelId which of its models
 */
record Candidate(ChatModel model, String modelId) {
    String provider() {
        return model.provider();
    }

    /** The request for this candidate, with the remaining time, or less when the request itself has less. */
    CompletionRequest asked(CompletionRequest request, Duration left) {
        CompletionRequest timed = request.within(
                request.within().filter(own -> own.compareTo(left) < 0).orElse(left));
        return request.sampling().model().filter(modelId::equals).isPresent() ? timed : timed.withModel(modelId);
    }
}
