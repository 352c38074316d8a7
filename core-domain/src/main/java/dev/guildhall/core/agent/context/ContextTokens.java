package dev.guildhall.core.agent.context;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Estimates how many tokens a text has; only the model itself could count them exactly. */
public final class ContextTokens {
    /** Ends what was cut. */
    static final String CUT = "… (cut)";

    /** The first guess of the length that fits, in characters; each next guess is twice as long. */
    private static final int FIRST_TRY = 256;

    private ContextTokens() {}

    public static long of(String text) {
        return TokenEstimate.of(text).tokens();
    }

    public static long of(List<ChatMessage> messages) {
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
        return of(text) <= most ? text : cut(text, most, CUT);
    }

    /** The text, or as much of its beginning and of its end as has no more tokens, with a remark between them. */
    static String cutInside(String text, long most) {
        if (of(text) <= most) {
            return text;
        }
        String remark = remark(text.length());
        long left = most - of(remark);
        int fits = longest(
                text.length() / 2, characters -> of(beginning(text, characters)) + of(end(text, characters)) <= left);
        return beginning(text, fits) + remark + end(text, fits);
    }

    /** Stands in place of the middle of a text that has so many characters. */
    static String remark(int characters) {
        return "\n… (cut here, " + characters + " characters in all) …\n";
    }

    private static int longest(int most, IntPredicate isFitting) {
        int fits = 0;
        int tooLong = Math.min(most + 1, FIRST_TRY);
        while (tooLong <= most && isFitting.test(tooLong)) {
            fits = tooLong;
            tooLong = Math.min(most + 1, tooLong * 2);
        }
        while (fits + 1 < tooLong) {
            int middle = (fits + tooLong) >>> 1;
            if (isFitting.test(middle)) {
                fits = middle;
            } else {
                tooLong = middle;
            }
        }
        return fits;
    }

    /** The first characters, without a split surrogate pair. */
    static String beginning(String text, int characters) {
        boolean halved = characters > 0 && Character.isHighSurrogate(text.charAt(characters - 1));
        return text.substring(0, halved ? characters - 1 : characters);
    }

    private static String end(String text, int characters) {
        int from = text.length() - characters;
        boolean halved = characters > 0 && Character.isLowSurrogate(text.charAt(from));
        return text.substring(halved ? from + 1 : from);
    }

    /** As {@link #cut(String, long)} with another mark, which is there also where nothing had to be cut. */
    static String cut(String text, long most, String mark) {
        long left = most - of(mark);
        int fits = longest(text.length(), characters -> of(text.substring(0, characters)) <= left);
        return beginning(text, fits) + mark;
    }
}
