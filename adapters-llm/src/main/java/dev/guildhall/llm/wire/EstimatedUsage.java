package dev.guildhall.llm.wire;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.Usage;

/**
 * What an answer cost when the provider does not tell.
 *
 * @param request what was asked
 */
public record EstimatedUsage(CompletionRequest request) {
    public Usage of(CharSequence answer) {
        return new Usage(
                TokenEstimate.of(request.messages()).tokens(),
                TokenEstimate.of(answer).tokens(),
                true);
    }
}
