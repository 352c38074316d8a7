package dev.guildhall.ports.memory;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing that is remembered.
 *
 * @param id never changes
 * @param userId about whom
 * @param type what kind of thing
 * @param content the words
 * @param importance 0 to 1
 * @param tags for filtering, in the order given
 * @param chatId where it was said; absent when it was stored directly
 * @param createdAt when it was stored
 */
public record Memory(
        MemoryId id,
        UserId userId,
        MemoryType type,
        String content,
        double importance,
        List<String> tags,
        Optional<ChatId> chatId,
        Instant createdAt) {
    /** The importance of what nobody rated (contract 4). */
    public static final double DEFAULT_IMPORTANCE = 0.5;

    public Memory {
        tags = List.copyOf(tags);
    }
}
