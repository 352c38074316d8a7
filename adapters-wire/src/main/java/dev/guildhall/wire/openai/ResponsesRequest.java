package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CompletionRequest;
import java.util.Map;

/**
 * The body of a request to {@code responses}.
 *
 * @param request the request to the model
 * @param stream whether the client receives the answer as events
 * @param model the client's name for the model
 * @param repeated the fields of the body that the answer repeats
 * @param tools the tools of the request
 */
public record ResponsesRequest(
        CompletionRequest request, boolean stream, String model, Map<String, Object> repeated, ToolForms tools) {}
