package dev.guildhall.ports.memory;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A request to store a memory.
 *
 * @param userId the user whom it is about
 * @param countsFor as in {@link Memory}
 * @param type its kind
 * @param content 1 to {@value #MOST_CHARACTERS} characters, not all blank, without NUL and without halves of surrogate
 *     pairs
 * @param importance 0 to 1
 * @param tags at most {@value #MOST_TAGS}, each 1 to {@value #LONGEST_TAG} characters, as {@link Text#requireName}
 *     accepts it
 * @param chatId the conversation; absent when it belongs to none. This service need not have such a chat
 */
public record NewMemory(
        UserId userId,
        Optional<UserId> countsFor,
        MemoryType type,
        String content,
        double importance,
        List<String> tags,
        Optional<ChatId> chatId) {
    /** The most characters of one memory. */
    public static final int MOST_CHARACTERS = 8_000;

    /** The most tags of one memory. */
    public static final int MOST_TAGS = 32;

    /** The most characters of a tag. */
    public static final int LONGEST_TAG = 64;

    /**
     * Checks the values.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code content}, {@code importance} or {@code tags}
     */
    public NewMemory {
        int characters = content.codePointCount(0, content.length());
        if (content.isBlank() || characters > MOST_CHARACTERS || !Text.isWellFormed(content)) {
            throw Refusal.invalid("content", "must be well-formed text of 1 to " + MOST_CHARACTERS + " characters");
        }
        if (!(importance >= 0 && importance <= 1)) {
            throw Refusal.invalid("importance", "must be between 0 and 1");
        }
        if (tags.size() > MOST_TAGS) {
            throw Refusal.invalid("tags", "must be at most " + MOST_TAGS);
        }
        tags = tags.stream()
                .map(tag -> Text.requireName("tags", tag, 1, LONGEST_TAG))
                .distinct()
                .toList();
    }

    /** A memory that counts for the user whom it is about. */
    public NewMemory(
            UserId userId,
            MemoryType type,
            String content,
            double importance,
            List<String> tags,
            Optional<ChatId> chatId) {
        this(userId, Optional.empty(), type, content, importance, tags, chatId);
    }

    /** The same, stored by this caller. */
    public NewMemory by(Caller.User caller) {
        return new NewMemory(userId, caller.countsForInsteadOf(userId), type, content, importance, tags, chatId);
    }
}
