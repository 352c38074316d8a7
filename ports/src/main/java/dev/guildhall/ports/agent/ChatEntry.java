package dev.guildhall.ports.agent;

import java.time.Instant;
import java.util.List;

/**
 * One message of a stored conversation.
 *
 * @param speaker who said it
 * @param content what was said
 * @param toolUses the calls that the agent made on the way to this message, each with its result; empty for others
 * @param timestamp when it was said
 */
public record ChatEntry(Speaker speaker, String content, List<ToolUse> toolUses, Instant timestamp) {
    public ChatEntry {
        toolUses = List.copyOf(toolUses);
    }

    /** A message without calls. */
    public ChatEntry(Speaker speaker, String content, Instant timestamp) {
        this(speaker, content, List.of(), timestamp);
    }
}
