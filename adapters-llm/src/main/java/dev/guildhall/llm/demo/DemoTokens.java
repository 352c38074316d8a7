package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the tokens of the demo model. A token is a word with the white space after it. A prompt has the tokens of all its
 * messages; a tool call is one token, whatever its arguments.
 */
final class DemoTokens {
    private static final Pattern WORD = Pattern.compile("\\S+\\s*|^\\s+");

    private DemoTokens() {}

    /** The words of a text; joined, they are the text. */
    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    static int count(String text) {
        return split(text).size();
    }

    static long promptTokens(List<ChatMessage> messages) {
        return Math.max(
                1,
                messages.stream().mapToLong(message -> count(message.content())).sum());
    }

    static long callTokens(List<ToolCall> calls) {
        return calls.size();
    }

    /** The beginning of a text on one line, with an ellipsis when the text is longer. */
    static String shorten(String text, int most) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.codePointCount(0, line.length()) <= most) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }
}
