package dev.guildhall.ports.agent;

import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One stored message of a conversation.
 *
 * @param speaker who wrote it
 * @param content its text
 * @param parts its parts in their order, texts included; empty for a message of text alone, and where they are omitted
 * @param toolUses the calls that the agent made for this message, each with its result; empty for messages of other
 *     speakers
 * @param timestamp when it was written
 * @param ended why an answer is incomplete; absent for a complete answer and for other messages. A running answer has
 *     {@link IncompleteReason#INTERRUPTED}, which stays when its node fails
 * @param notices what the model did not receive of the conversation, and why, for the person who reads the answer: one
 *     sentence each (agents-10); empty for messages of other speakers
 * @param partsOmitted whether its parts were not read, since those of other messages that were read with it have
 *     {@link ConversationStore#MOST_MEDIA_BYTES}; false in a message that is to be stored
 * @param details how an answer of the agent came about; {@link ReplyDetails#NONE} for other messages
 */
public record ChatEntry(
        Speaker speaker,
        String content,
        List<ContentPart> parts,
        List<ToolUse> toolUses,
        Instant timestamp,
        Optional<IncompleteReason> ended,
        List<String> notices,
        boolean partsOmitted,
        ReplyDetails details) {
    public ChatEntry {
        parts = List.copyOf(parts);
        toolUses = List.copyOf(toolUses);
        notices = List.copyOf(notices);
    }

    /** A message whose parts are all given. */
    public ChatEntry(
            Speaker speaker,
            String content,
            List<ContentPart> parts,
            List<ToolUse> toolUses,
            Instant timestamp,
            Optional<IncompleteReason> ended,
            List<String> notices) {
        this(speaker, content, parts, toolUses, timestamp, ended, notices, false, ReplyDetails.NONE);
    }

    /** A message of text alone. */
    public ChatEntry(
            Speaker speaker,
            String content,
            List<ToolUse> toolUses,
            Instant timestamp,
            Optional<IncompleteReason> ended) {
        this(speaker, content, List.of(), toolUses, timestamp, ended, List.of());
    }

    /** A client's message. */
    public static ChatEntry of(NewMessage message, Instant timestamp) {
        return new ChatEntry(
                message.speaker(),
                message.content(),
                message.hasMedia() ? message.parts() : List.of(),
                List.of(),
                timestamp,
                Optional.empty(),
                List.of());
    }

    /** A complete message. */
    public ChatEntry(Speaker speaker, String content, List<ToolUse> toolUses, Instant timestamp) {
        this(speaker, content, toolUses, timestamp, Optional.empty());
    }

    /** A complete message without calls. */
    public ChatEntry(Speaker speaker, String content, Instant timestamp) {
        this(speaker, content, List.of(), timestamp);
    }

    /** About how many bytes the pictures, sounds and files within the message have; those at an address have none. */
    public long mediaBytes() {
        return parts.stream()
                .mapToLong(part ->
                        part instanceof ContentPart.Media media && media.source() instanceof MediaSource.Inline inline
                                ? inline.bytes()
                                : 0)
                .sum();
    }

    /** The same answer, ended early. */
    public ChatEntry ended(IncompleteReason early) {
        return new ChatEntry(
                speaker, content, parts, toolUses, timestamp, Optional.of(early), notices, partsOmitted, details);
    }

    /** The same answer with these notices. */
    public ChatEntry withNotices(List<String> all) {
        return new ChatEntry(speaker, content, parts, toolUses, timestamp, ended, all, partsOmitted, details);
    }

    /** The same answer with these details. */
    public ChatEntry withDetails(ReplyDetails all) {
        return new ChatEntry(speaker, content, parts, toolUses, timestamp, ended, notices, partsOmitted, all);
    }

    /** The same message, read without its parts. */
    public ChatEntry withoutParts() {
        return new ChatEntry(speaker, content, List.of(), toolUses, timestamp, ended, notices, true, details);
    }
}
