package dev.guildhall.core.agent.context;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a tool's outcome into text for a model. An external system may have written the text: invisible characters are escaped, as in descriptions.
 */
public final class ToolResults {
    private static final Pattern CUT = Pattern.compile("… \\(cut, (\\d+) characters in all\\)$");

    private ToolResults() {}

    /** JSON text, cut to that many characters; a cut one says so. */
    public static String forModel(ToolOutcome outcome, int most) {
        String text = HiddenCharacters.escaped(
                switch (outcome) {
                    case ToolOutcome.Success(Object data) -> JsonText.of(data);
                    case ToolOutcome.Failure failure -> JsonText.of(failure(failure));
                });
        if (text.length() <= most) {
            return text;
        }
        return ContextTokens.beginning(text, most) + mark(String.valueOf(text.length()));
    }

    /** The text, or as much of its beginning as has no more tokens; the mark names the number of characters of the whole text. */
    static String shortened(String told, long mostTokens) {
        Matcher cut = CUT.matcher(told);
        return cut.find()
                ? ContextTokens.cut(told.substring(0, cut.start()), mostTokens, mark(cut.group(1)))
                : ContextTokens.cut(told, mostTokens, mark(String.valueOf(told.length())));
    }

    private static String mark(String characters) {
        return "… (cut, " + characters + " characters in all)";
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
