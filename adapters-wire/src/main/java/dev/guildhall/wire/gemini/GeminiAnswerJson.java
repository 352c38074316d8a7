package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer of the provider, or an event of a stream, which has the next parts.
 *
 * @param error present instead of the other fields when there is no answer
 */
@JsonNaming(LowerCamelCaseStrategy.class)
record GeminiAnswerJson(
        @Nullable List<@Nullable CandidateJson> candidates,
        @Nullable FeedbackJson promptFeedback,
        @Nullable GeminiUsageJson usageMetadata,
        @Nullable String modelVersion,
        @Nullable JsonNode error) {
    @JsonNaming(LowerCamelCaseStrategy.class)
    record CandidateJson(
            @Nullable ContentJson content,
            @Nullable String finishReason,
            @Nullable Integer index) {}

    record ContentJson(@Nullable List<@Nullable PartJson> parts) {}

    /** A part of the answer: text, reasoning, a call, or a type that is left out. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record PartJson(
            @Nullable String text,
            @Nullable Boolean thought,
            @Nullable CallJson functionCall,
            @Nullable DataJson inlineData,
            @Nullable JsonNode executableCode,
            @Nullable JsonNode codeExecutionResult) {}

    record CallJson(
            @Nullable String id,
            @Nullable String name,
            @Nullable JsonNode args) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record DataJson(@Nullable String mimeType) {}

    /** @param blockReason why the provider did not answer the request; absent when it did */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record FeedbackJson(@Nullable String blockReason) {}
}
