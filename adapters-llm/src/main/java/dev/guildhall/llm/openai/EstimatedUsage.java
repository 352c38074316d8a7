package dev.guildhall.llm.openai;

import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Usage;

/**
 * What an answer cost when the provider does not tell: one token for every four characters begun, of the messages and
 * of the words of the answer, which is right within a third or so for English.
 *
 * @param request what was asked
 */
record EstimatedUsage(CompletionRequest request) {
    private static final int CHARACTERS_PER_TOKEN = 4;

    Usage of(CharSequence answer) {
        long asked = request.messages().stream()
                .mapToLong(message -> tokens(message.content().length()))
                .sum();
        return new Usage(asked, tokens(answer.length()));
    }

    private static long tokens(int characters) {
        return Math.ceilDiv(characters, CHARACTERS_PER_TOKEN);
    }
}
