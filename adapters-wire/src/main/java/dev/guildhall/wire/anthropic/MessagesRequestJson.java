package dev.guildhall.wire.anthropic;

import dev.guildhall.wire.anthropic.BlockJson.CacheJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/messages}. Absent fields are null and not written.
 *
 * @param maxTokens required
 * @param system a text, or a list of blocks with breakpoints of the cache
 * @param messages with alternating roles, the user's first
 */
public record MessagesRequestJson(
        String model,
        int maxTokens,
        @Nullable Object system,
        List<TurnJson> messages,
        @Nullable Double temperature,
        @Nullable Double topP,
        @Nullable List<String> stopSequences,
        @Nullable List<ToolJson> tools,
        @Nullable ToolChoiceJson toolChoice,
        @Nullable OutputConfigJson outputConfig,
        @Nullable MetadataJson metadata,
        boolean stream) {
    record TurnJson(String role, List<BlockJson> content) {}

    /**
     * A function that the model may call.
     *
     * @param strict absent unless the request sets it, since not every model knows the field
     */
    record ToolJson(
            String name,
            @Nullable String description,
            Map<String, Object> inputSchema,
            @Nullable Boolean strict,
            @Nullable CacheJson cacheControl) {}

    record ToolChoiceJson(
            String type, @Nullable String name, @Nullable Boolean disableParallelToolUse) {}

    record OutputConfigJson(FormatJson format) {}

    record MetadataJson(String userId) {}

    record FormatJson(String type, Map<String, Object> schema) {}
}
