package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Usage;

/** The JSON records of the completion service. */
final class CompletionJson {
    private CompletionJson() {}

    record TokensJson(long promptTokens, long completionTokens) {
        static TokensJson of(Usage usage) {
            return new TokensJson(usage.promptTokens(), usage.completionTokens());
        }
    }

    record AnswerJson(String content, String model, TokensJson usage, String requestId) {
        static AnswerJson of(Completion completion, String requestId) {
            return new AnswerJson(
                    completion.content(), completion.model(), TokensJson.of(completion.usage()), requestId);
        }
    }
}
