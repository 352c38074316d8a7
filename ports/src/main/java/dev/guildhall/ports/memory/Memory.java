package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One thing that is remembered (contract 4).
 *
 * @param id never changes
 * @param userId about whom
 * @param type what kind of thing
 * @param content the words, which never change
 * @param importance 0 to 1
 * @param tags for filtering, in the order given
 * @param chatId where it was said; absent when it belongs to no conversation, and goes with none then
 * @param source the message that it was taken from, without the secrets in it; absent when it was stored as it is
 * @param createdAt when it was stored
 * @param supersededBy what holds in its place; absent as long as it holds itself
 */
public record Memory(
        MemoryId id,
        UserId userId,
        MemoryType type,
        String content,
        double importance,
        List<String> tags,
        Optional<ChatId> chatId,
        Optional<String> source,
        Instant createdAt,
        Optional<MemoryId> supersededBy) {
    /** The importance of what nobody rated (contract 4). */
    public static final double DEFAULT_IMPORTANCE = 0.5;

    public Memory {
        tags = List.copyOf(tags);
    }

    /** The same, in whose place another one holds from now on. */
    public Memory supersededBy(MemoryId other) {
        return new Memory(id, userId, type, content, importance, tags, chatId, source, createdAt, Optional.of(other));
    }

    /** The same, in no conversation: it does not go with one, and nothing of one's messages stays with it. */
    public Memory inNoConversation() {
        return new Memory(
                id,
                userId,
                type,
                content,
                importance,
                tags,
                Optional.empty(),
                Optional.empty(),
                createdAt,
                supersededBy);
    }

    /** The same, as important and with the tags of both, when somebody stores it once more. */
    public Memory united(double otherImportance, List<String> otherTags) {
        List<String> all = Stream.concat(tags.stream(), otherTags.stream())
                .distinct()
                .limit(NewMemory.MOST_TAGS)
                .toList();
        return new Memory(
                id,
                userId,
                type,
                content,
                Math.max(importance, otherImportance),
                all,
                chatId,
                source,
                createdAt,
                supersededBy);
    }
}
