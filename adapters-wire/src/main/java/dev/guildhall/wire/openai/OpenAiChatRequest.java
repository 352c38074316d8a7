package dev.guildhall.wire.openai;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.completion.CompletionRequest;
import java.util.Optional;

/**
 * The body of a request to {@code chat/completions}.
 *
 * @param request the request to the model
 * @param delivery how the client receives the answer
 * @param model the client's name for the model
 * @param tools the tools of the request
 */
public record OpenAiChatRequest(CompletionRequest request, Delivery delivery, String model, ToolForms tools) {
    public OpenAiChatRequest partOf(Optional<CallOrigin> whole) {
        return new OpenAiChatRequest(request.partOf(whole), delivery, model, tools);
    }

    public enum Delivery {
        WHOLE,
        STREAM,
        STREAM_WITH_USAGE
    }
}
