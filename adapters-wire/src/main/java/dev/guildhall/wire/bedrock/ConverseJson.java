package dev.guildhall.wire.bedrock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A whole answer of the provider, or an event of a stream, of which each has one field. */
@JsonNaming(LowerCamelCaseStrategy.class)
record ConverseJson(
        @Nullable OutputJson output,
        @Nullable String stopReason,
        @Nullable UsageJson usage,
        @Nullable JsonNode messageStart,
        @Nullable BlockEventJson contentBlockStart,
        @Nullable BlockEventJson contentBlockDelta,
        @Nullable BlockEventJson contentBlockStop,
        @Nullable StopJson messageStop,
        @Nullable MetadataJson metadata,
        @Nullable ErrorJson exception) {
    record OutputJson(@Nullable MessageJson message) {}

    record MessageJson(@Nullable List<@Nullable BlockJson> content) {}

    /** A block, or a part of one: text, a call, reasoning, or a type that is left out. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record BlockJson(
            @Nullable String text,
            @Nullable CallJson toolUse,
            @Nullable ReasoningJson reasoningContent,
            @Nullable JsonNode image,
            @Nullable JsonNode video,
            @Nullable JsonNode document) {}

    /** @param input an object; in a stream a part of its text */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record CallJson(
            @Nullable String toolUseId,
            @Nullable String name,
            @Nullable JsonNode input) {}

    /** @param text of a stream; a whole answer has it one level deeper */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record ReasoningJson(@Nullable String text, @Nullable TextJson reasoningText) {
        String words() {
            if (reasoningText != null && reasoningText.text() != null) {
                return reasoningText.text();
            }
            return text == null ? "" : text;
        }
    }

    record TextJson(@Nullable String text) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record BlockEventJson(
            @Nullable BlockJson start,
            @Nullable BlockJson delta,
            @Nullable Integer contentBlockIndex) {
        int index() {
            return contentBlockIndex == null ? 0 : contentBlockIndex;
        }
    }

    @JsonNaming(LowerCamelCaseStrategy.class)
    record StopJson(@Nullable String stopReason) {}

    record MetadataJson(@Nullable UsageJson usage) {}

    record ErrorJson(@Nullable String type, @Nullable JsonNode body) {}

    /** @param inputTokens without those that were read from or written to the cache */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record UsageJson(
            @Nullable Long inputTokens,
            @Nullable Long outputTokens,
            @Nullable Long cacheReadInputTokens,
            @Nullable Long cacheWriteInputTokens) {
        Optional<Usage> usage() {
            long read = count(cacheReadInputTokens);
            long written = count(cacheWriteInputTokens);
            long prompt = count(inputTokens) + read + written;
            return prompt == 0 || prompt > Limits.MOST_TOKENS || count(outputTokens) > Limits.MOST_TOKENS
                    ? Optional.empty()
                    : Optional.of(new Usage(prompt, count(outputTokens)).withParts(read, written, 0));
        }

        private static long count(@Nullable Long tokens) {
            return tokens == null ? 0 : Math.clamp(tokens, 0, Limits.MOST_TOKENS + 1);
        }
    }
}
