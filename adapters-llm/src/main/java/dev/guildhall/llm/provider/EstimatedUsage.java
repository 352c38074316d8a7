package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.Usage;

/**
 * Estimates the usage of an answer when the provider does not send it.
 *
 * @param request the request
 */
public record EstimatedUsage(CompletionRequest request) {
    /**
     * The usage of an answer.
     *
     * @param answer its text, and the names and arguments of its calls
     * @param chunks the number of its chunks, each of one token or more
     */
    public Usage of(CharSequence answer, long chunks) {
        return of(TokenEstimate.of(answer).tokens(), chunks);
    }

    /**
     * The usage of an answer that was not kept.
     *
     * @param tokens the sum of the estimates of its chunks
     */
    public Usage of(long tokens, long chunks) {
        return new Usage(TokenEstimate.of(request.messages()).tokens(), Math.max(chunks, tokens), true);
    }
}
