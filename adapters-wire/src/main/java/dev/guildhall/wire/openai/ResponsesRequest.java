package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CompletionRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to {@code responses}.
 *
 * @param request the request to the model
 * @param stream whether the client receives the answer as events
 * @param model the client's name for the model
 * @param repeated the fields that the answer repeats, with their defaults
 * @param tools the tools of the request
 */
public record ResponsesRequest(
        CompletionRequest request,
        boolean stream,
        String model,
        Map<String, @Nullable Object> repeated,
        ToolForms tools) {}
