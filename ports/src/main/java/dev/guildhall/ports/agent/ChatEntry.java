package dev.guildhall.ports.agent;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One message of a stored conversation.
 *
 * @param speaker who said it
 * @param content what was said
 * @param toolUses the calls that the agent made on the way to this message, each with its result; empty for others
 * @param timestamp when it was said
 * @param ended why an answer is not whole; absent for one that is, and for other messages. An answer that is being given is
 *     {@link Ending#INTERRUPTED}, so that it stays that when its node is lost
 */
public record ChatEntry(
        Speaker speaker, String content, List<ToolUse> toolUses, Instant timestamp, Optional<Ending> ended) {
    public ChatEntry {
        toolUses = List.copyOf(toolUses);
    }

    /** A whole message. */
    public ChatEntry(Speaker speaker, String content, List<ToolUse> toolUses, Instant timestamp) {
        this(speaker, content, toolUses, timestamp, Optional.empty());
    }

    /** A whole message without calls. */
    public ChatEntry(Speaker speaker, String content, Instant timestamp) {
        this(speaker, content, List.of(), timestamp);
    }

    /** The same answer, not whole. */
    public ChatEntry ended(Ending early) {
        return new ChatEntry(speaker, content, toolUses, timestamp, Optional.of(early));
    }
}
