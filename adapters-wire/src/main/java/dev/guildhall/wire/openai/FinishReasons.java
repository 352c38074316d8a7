package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.FinishReason;

/** The values of {@code finish_reason}. */
final class FinishReasons {
    private FinishReasons() {}

    static FinishReason read(String reason) {
        return switch (reason) {
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            default -> FinishReason.STOP;
        };
    }

    static String write(FinishReason reason) {
        return switch (reason) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOL_CALLS -> "tool_calls";
            case CONTENT_FILTER -> "content_filter";
        };
    }
}
