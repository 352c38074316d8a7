package dev.guildhall.core.agent;

import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds the pictures that tools returned in earlier turns of a chat to their results, for a model that answers a later
 * question (agents-27): the latest ones, at most {@value #MOST} of {@value #MOST_BYTES} bytes together. Those before an
 * answer whose model took no pictures are left out. For one thread.
 */
final class EarlierPictures {
    static final int MOST = 4;
    static final long MOST_BYTES = 4L * 1024 * 1024;

    private final Function<ToolMedia, Optional<ContentPart.Media>> stored;
    private final List<ChatMessage> messages;
    private int at;
    private int pictures;
    private long bytes;

    private EarlierPictures(Function<ToolMedia, Optional<ContentPart.Media>> stored, List<ChatMessage> messages) {
        this.stored = stored;
        this.messages = new ArrayList<>(messages);
        this.at = messages.size();
    }

    /**
     * The messages with the pictures.
     *
     * @param messages made of the last of these entries, in their order
     * @param stored reads a picture; empty when it is not there any more
     */
    static List<ChatMessage> in(
            List<ChatMessage> messages,
            List<ChatEntry> entries,
            Function<ToolMedia, Optional<ContentPart.Media>> stored) {
        EarlierPictures all = new EarlierPictures(stored, messages);
        for (ChatEntry entry : entries.reversed()) {
            if (entry.notices().contains(ResultMedia.NO_PICTURES)) {
                break;
            }
            entry.toolUses().reversed().forEach(all::add);
        }
        return List.copyOf(all.messages);
    }

    /** Calls of different turns may have the same identifier: they are found from the last one on. */
    private void add(ToolUse use) {
        do {
            at--;
        } while (at >= 0 && !isResultOf(use, messages.get(at)));
        if (at < 0) {
            return;
        }
        List<ContentPart.Media> found = new ArrayList<>();
        for (ToolMedia one : use.media()) {
            boolean fits =
                    one.kind() == ContentPart.Kind.PICTURE && pictures < MOST && bytes + one.bytes() <= MOST_BYTES;
            if (fits) {
                stored.apply(one).ifPresent(picture -> {
                    found.add(picture);
                    pictures++;
                    bytes += one.bytes();
                });
            }
        }
        if (!found.isEmpty() && messages.get(at) instanceof ChatMessage.ToolResult result) {
            messages.set(at, ResultMedia.message(result.callId(), result.tool(), result.content(), found));
        }
    }

    private static boolean isResultOf(ToolUse use, ChatMessage message) {
        return message instanceof ChatMessage.ToolResult result
                && result.callId().equals(use.callId());
    }
}
