package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.FinishReason;

/** Why a model stopped, in the words of the protocol. */
final class FinishReasons {
    private FinishReasons() {}

    static FinishReason read(String reason) {
        return switch (reason) {
            case "MAX_TOKENS" -> FinishReason.LENGTH;
            case "SAFETY",
                    "RECITATION",
                    "LANGUAGE",
                    "BLOCKLIST",
                    "PROHIBITED_CONTENT",
                    "SPII",
                    "IMAGE_SAFETY",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.STOP;
        };
    }

    /** An answer with calls has ended like any other. */
    static String write(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> "STOP";
            case LENGTH -> "MAX_TOKENS";
            case CONTENT_FILTER -> "SAFETY";
        };
    }
}
