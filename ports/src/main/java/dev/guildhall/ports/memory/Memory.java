package dev.guildhall.ports.memory;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One memory about a user (agents-16).
 *
 * @param id never changes
 * @param userId the user whom it is about
 * @param countsFor the user for whose limits it counts instead, who made the key of a group that stored it
 *     (general-24); absent means the user whom it is about
 * @param type its kind
 * @param content the text, which never changes
 * @param importance 0 to 1
 * @param tags for filters, in the order given
 * @param chatId the conversation that it belongs to, in which it was stated last and with which it is deleted; absent when it
 *     belongs to none
 * @param source the message that it was extracted from, with secrets removed; absent when it was not extracted
 * @param createdAt when it was stored, or stated again
 * @param supersededBy the memory that replaces it; absent while it holds
 */
public record Memory(
        MemoryId id,
        UserId userId,
        Optional<UserId> countsFor,
        MemoryType type,
        String content,
        double importance,
        List<String> tags,
        Optional<ChatId> chatId,
        Optional<String> source,
        Instant createdAt,
        Optional<MemoryId> supersededBy) {
    /** The importance of a memory without a rating (agents-16). */
    public static final double DEFAULT_IMPORTANCE = 0.5;

    public Memory {
        tags = List.copyOf(tags);
    }

    /** Whether it counts for the limits of a user. */
    public boolean isCountedFor(UserId user) {
        return countsFor.orElse(userId).equals(user);
    }

    /** The same memory, which counts for the user whom it is about. */
    public Memory countingForItsUser() {
        return new Memory(
                id, userId, Optional.empty(), type, content, importance, tags, chatId, source, createdAt, supersededBy);
    }

    /** The same memory, superseded by another one. */
    public Memory supersededBy(MemoryId other) {
        return new Memory(
                id, userId, countsFor, type, content, importance, tags, chatId, source, createdAt, Optional.of(other));
    }

    /**
     * The same memory, which was stated again. It belongs to the conversation of the last statement; when one of the two
     * belongs to none, the result belongs to none: it is not deleted with one, and it has no source message.
     *
     * @param conversation of the new statement
     * @param message the new source; absent means that a source of the same conversation stays as it is, and that one of
     *     another conversation, which may be deleted before this memory, is removed
     * @param now the new date, unless it is earlier
     */
    public Memory statedAgain(Optional<ChatId> conversation, Optional<String> message, Instant now) {
        boolean ofNone = chatId.isEmpty() || conversation.isEmpty();
        Optional<String> before = chatId.equals(conversation) ? source : Optional.empty();
        return new Memory(
                id,
                userId,
                countsFor,
                type,
                content,
                importance,
                tags,
                ofNone ? Optional.empty() : conversation,
                ofNone ? Optional.empty() : message.or(() -> before),
                now.isAfter(createdAt) ? now : createdAt,
                supersededBy);
    }

    /** The same memory, merged with a second one: with the greater importance and the tags of both. */
    public Memory united(double otherImportance, List<String> otherTags) {
        List<String> all = Stream.concat(tags.stream(), otherTags.stream())
                .distinct()
                .limit(NewMemory.MOST_TAGS)
                .toList();
        return new Memory(
                id,
                userId,
                countsFor,
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
