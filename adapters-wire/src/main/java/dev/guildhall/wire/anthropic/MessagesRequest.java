package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.CompletionRequest;

/**
 * The body of a request to {@code messages}.
 *
 * @param request the request to the model
 * @param stream whether the client receives the answer as events
 * @param thinking whether the client receives the reasoning of the model
 * @param model the client's name for the model
 */
public record MessagesRequest(CompletionRequest request, boolean stream, boolean thinking, String model) {}
