package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.completion.CacheBreakpoint;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block of a message, in requests to providers and in answers to clients. Absent fields are null and not written. */
@JsonInclude(JsonInclude.Include.NON_NULL)
sealed interface BlockJson {
    /** Text, never blank: the provider refuses blank text. */
    record TextJson(String type, String text, @Nullable CacheJson cacheControl) implements BlockJson {
        TextJson(String text, Optional<CacheBreakpoint> cache) {
            this("text", text, CacheJson.of(cache));
        }
    }

    record ThinkingJson(String type, String thinking, String signature) implements BlockJson {}

    /**
     * A picture or a document.
     *
     * @param title of a document
     */
    record MediaJson(
            String type,
            SourceJson source,
            @Nullable String title,
            @Nullable CacheJson cacheControl) implements BlockJson {}

    /**
     * The content of a picture or a document.
     *
     * @param type decides which of the other fields are present
     */
    record SourceJson(
            String type,
            @Nullable String mediaType,
            @Nullable String data,
            @Nullable String url) {}

    record ToolUseJson(
            String type,
            String id,
            String name,
            Map<String, Object> input,
            @Nullable CacheJson cacheControl) implements BlockJson {
        ToolUseJson(String id, String name, Map<String, Object> input, Optional<CacheBreakpoint> cache) {
            this("tool_use", id, name, input, CacheJson.of(cache));
        }
    }

    /**
     * The result of a call.
     *
     * @param content a text, or a list of blocks
     */
    record ToolResultJson(
            String type,
            String toolUseId,
            @Nullable Object content,
            @Nullable CacheJson cacheControl) implements BlockJson {
        ToolResultJson(String toolUseId, @Nullable Object content, Optional<CacheBreakpoint> cache) {
            this("tool_result", toolUseId, content, CacheJson.of(cache));
        }
    }

    /** Asks the provider to cache the request up to the end of the block. */
    record CacheJson(String type, @Nullable String ttl) {
        static @Nullable CacheJson of(Optional<CacheBreakpoint> cache) {
            return cache.map(breakpoint ->
                            new CacheJson("ephemeral", breakpoint.ttl().orElse(null)))
                    .orElse(null);
        }
    }
}
