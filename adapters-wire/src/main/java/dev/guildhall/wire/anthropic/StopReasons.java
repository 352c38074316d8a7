package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.FinishReason;

/** The values of {@code stop_reason}. */
final class StopReasons {
    private StopReasons() {}

    /** An answer that the provider paused, or that filled the context window, is not complete. */
    static FinishReason read(String reason) {
        return switch (reason) {
            case "max_tokens", "model_context_window_exceeded", "pause_turn" -> FinishReason.LENGTH;
            case "refusal" -> FinishReason.CONTENT_FILTER;
            case "tool_use" -> FinishReason.TOOL_CALLS;
            default -> FinishReason.STOP;
        };
    }

    static String write(FinishReason reason) {
        return switch (reason) {
            case STOP -> "end_turn";
            case LENGTH -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case CONTENT_FILTER -> "refusal";
        };
    }
}
