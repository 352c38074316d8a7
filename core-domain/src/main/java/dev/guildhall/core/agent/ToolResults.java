package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a tool's outcome is told to a model. */
final class ToolResults {
    private ToolResults() {}

    /** JSON text, cut to so many characters; a cut one says so. */
    static String forModel(ToolOutcome outcome, int most) {
        String text = switch (outcome) {
            case ToolOutcome.Success(Object data) -> JsonText.of(data);
            case ToolOutcome.Failure failure -> JsonText.of(failure(failure));
        };
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "… (cut, " + text.length() + " characters in all)";
    }

    private static Map<String, Object> failure(ToolOutcome.Failure failure) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("error", failure.message());
        if (failure.kind().isRetryable()) {
            told.put("retryable", true);
        }
        return told;
    }
}
