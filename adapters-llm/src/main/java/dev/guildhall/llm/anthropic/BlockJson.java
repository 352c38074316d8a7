package dev.guildhall.llm.anthropic;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a message. */
sealed interface BlockJson {
    /** Text, never blank: the provider refuses blank text. */
    record TextJson(String type, String text) implements BlockJson {
        TextJson(String text) {
            this("text", text);
        }
    }

    /**
     * A picture or a document.
     *
     * @param title of a document
     */
    record MediaJson(
            String type, SourceJson source, @Nullable String title) implements BlockJson {}

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

    /** A call of the model. */
    record ToolUseJson(String type, String id, String name, Map<String, Object> input) implements BlockJson {
        ToolUseJson(String id, String name, Map<String, Object> input) {
            this("tool_use", id, name, input);
        }
    }

    /** The result of a call. */
    record ToolResultJson(
            String type, String toolUseId, @Nullable String content) implements BlockJson {
        ToolResultJson(String toolUseId, @Nullable String content) {
            this("tool_result", toolUseId, content);
        }
    }
}
