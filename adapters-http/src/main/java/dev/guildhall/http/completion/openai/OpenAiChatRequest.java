package dev.guildhall.http.completion.openai;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.CompletionRequest;
import java.util.Optional;

/**
 * What a request to {@code chat/completions} wants.
 *
 * @param request what the model is asked
 * @param delivery how the answer is wanted
 * @param model what the client called the model
 */
record OpenAiChatRequest(CompletionRequest request, Delivery delivery, String model) {
    /** The same as a part of something. */
    OpenAiChatRequest partOf(Optional<CallOrigin> whole) {
        return new OpenAiChatRequest(request.partOf(whole), delivery, model);
    }

    /** How an answer is wanted. */
    enum Delivery {
        /** In one piece. */
        WHOLE,
        /** While it comes. */
        STREAM,
        /** While it comes, and what it cost behind it. */
        STREAM_WITH_USAGE
    }
}
