package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.CompletionRequest;

/**
 * The body of a request to {@code generateContent}.
 *
 * @param request the request to the model
 * @param thoughts whether the client receives the reasoning of the model
 * @param model the client's name for the model
 */
public record GeminiRequest(CompletionRequest request, boolean thoughts, String model) {}
