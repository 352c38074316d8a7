package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;

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

    CompletionRequest asked(CompletionRequest request) {
        return request.sampling().model().filter(modelId::equals).isPresent() ? request : request.withModel(modelId);
    }
}
