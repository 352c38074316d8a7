package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.Usage;

/**
 * What an answer cost when the provider does not tell.
 *
 * @param request what was asked
 */
public record EstimatedUsage(CompletionRequest request) {
    /**
     * Of an answer.
     *
     * @param answer its words, and what it calls functions with
     * @param pieces in how many pieces it came, each of them a token or more
     */
    public Usage of(CharSequence answer, long pieces) {
        return of(TokenEstimate.of(answer).tokens(), pieces);
    }

    /**
     * Of an answer that was not kept.
     *
     * @param tokens those of its pieces, each estimated alone
     */
    public Usage of(long tokens, long pieces) {
        return new Usage(TokenEstimate.of(request.messages()).tokens(), Math.max(pieces, tokens), true);
    }
}
