package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream.
 *
 * @param type decides which of the other fields are present; the provider may add types
 * @param message of {@code message_start}
 * @param index of the block, in the {@code content_block_} events
 * @param usage of {@code message_delta}
 * @param error of a stream that began with status 200
 */
record EventJson(
        @Nullable String type,
        @Nullable AnthropicMessageJson message,
        @Nullable Integer index,
        AnthropicMessageJson.@Nullable ContentJson contentBlock,
        @Nullable DeltaJson delta,
        @Nullable UsageJson usage,
        @Nullable JsonNode error) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,60}");

    /** The type; empty when it is absent or no name. */
    String name() {
        return type != null && NAME.matcher(type).matches() ? type : "";
    }

    /**
     * A change of a block or of the message.
     *
     * @param text of a {@code text_delta}
     * @param thinking of a {@code thinking_delta}
     * @param partialJson of an {@code input_json_delta}
     * @param stopReason of a {@code message_delta}
     */
    record DeltaJson(
            @Nullable String type,
            @Nullable String text,
            @Nullable String thinking,
            @Nullable String partialJson,
            @Nullable String stopReason) {}
}
