package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import java.time.Duration;

/**
 * Somebody who may answer a request.
 *
 * @param model who is asked
 * @param modelId for which of its models
 */
record Candidate(ChatModel model, String modelId) {
    String provider() {
        return model.provider();
    }

    /** What it is asked, with the time that is left, or less where the request itself has less. */
    CompletionRequest asked(CompletionRequest request, Duration left) {
        CompletionRequest timed = request.within(
                request.within().filter(own -> own.compareTo(left) < 0).orElse(left));
        return request.sampling().model().filter(modelId::equals).isPresent() ? timed : timed.withModel(modelId);
    }
}
