package dev.guildhall.core.agent.context;

import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.completion.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a model does not receive of a conversation, as sentences for the person who asks. For one thread. */
final class Omissions {
    private static final String REASON = " because of the size of its context";

    private final List<String> notices = new ArrayList<>();
    private int shortened;
    private int withoutParts;

    /** So many of the first messages are neither shown nor summarised. */
    void leftOut(int messages) {
        if (messages > 0) {
            notices.add(
                    messages == 1
                            ? "The model did not receive the oldest message of this chat" + REASON + "."
                            : "The model did not receive the " + messages + " oldest messages of this chat" + REASON
                                    + ".");
        }
    }

    /** A message is shown as these messages of the request. */
    void shown(ChatEntry entry, List<ChatMessage> messages, boolean isQuestion) {
        withoutParts += entry.partsOmitted() ? 1 : 0;
        int received = messages.stream().mapToInt(Omissions::characters).sum();
        int all = entry.content().length();
        if (entry.speaker() == Speaker.ASSISTANT || received == all || isOfParts(messages)) {
            return;
        }
        if (isQuestion) {
            notices.add(String.format(
                    Locale.ROOT,
                    "The model received the beginning and the end of your message, %,d of its %,d characters,%s.",
                    received - ContextTokens.remark(all).length(),
                    all,
                    REASON));
        } else {
            shortened++;
        }
    }

    /** Messages with pictures or files are not cut. */
    private static boolean isOfParts(List<ChatMessage> messages) {
        return messages.getLast() instanceof ChatMessage.User user
                && !user.media().isEmpty();
    }

    private static int characters(ChatMessage message) {
        return switch (message) {
            case ChatMessage.User user -> user.content().length();
            case ChatMessage.Instruction instruction -> instruction.content().length();
            case ChatMessage.Assistant answer -> answer.content().length();
            case ChatMessage.ToolResult result -> 0;
        };
    }

    List<String> notices() {
        List<String> all = new ArrayList<>(notices);
        if (shortened > 0) {
            all.add(
                    shortened == 1
                            ? "The model received a shortened form of one earlier message" + REASON + "."
                            : "The model received shortened forms of " + shortened + " earlier messages" + REASON
                                    + ".");
        }
        if (withoutParts > 0) {
            all.add(
                    withoutParts == 1
                            ? "The model did not receive the pictures and files of one message, since a request has no"
                                    + " room for them."
                            : "The model did not receive the pictures and files of " + withoutParts
                                    + " messages, since a request has no room for them.");
        }
        return List.copyOf(all);
    }
}
