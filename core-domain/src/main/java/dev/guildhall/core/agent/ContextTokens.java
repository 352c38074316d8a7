package dev.guildhall.core.agent;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;
import java.util.Map;

/** How many tokens a model is shown, where nobody but the model itself could tell exactly. */
final class ContextTokens {
    /** Ends what was cut. */
    static final String CUT = "… (cut)";

    private static final int TOKENS_OF_CUT = 4;

    private ContextTokens() {}

    static long of(String text) {
        return TokenEstimate.of(text).tokens();
    }

    static long of(List<ChatMessage> messages) {
        return TokenEstimate.of(messages).tokens()
                + messages.stream().mapToLong(ContextTokens::ofCalls).sum();
    }

    private static long ofCalls(ChatMessage message) {
        return message instanceof ChatMessage.Assistant said
                ? said.toolCalls().stream().mapToLong(ContextTokens::of).sum()
                : 0;
    }

    private static long of(ToolCall call) {
        String arguments = switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> JsonText.of(values);
            case ToolArguments.Malformed malformed -> malformed.text();
        };
        return of(call.tool()) + of(arguments);
    }

    /** The text, or as much of its beginning as has no more tokens, with a mark at its end. */
    static String cut(String text, long most) {
        if (of(text) <= most) {
            return text;
        }
        int fits = 0;
        int tooLong = text.length();
        while (fits + 1 < tooLong) {
            int middle = (fits + tooLong) >>> 1;
            if (of(text.substring(0, middle)) <= most - TOKENS_OF_CUT) {
                fits = middle;
            } else {
                tooLong = middle;
            }
        }
        boolean halved = fits > 0 && Character.isHighSurrogate(text.charAt(fits - 1));
        return text.substring(0, halved ? fits - 1 : fits) + CUT;
    }
}
