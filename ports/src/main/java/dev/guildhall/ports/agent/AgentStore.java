package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.MediaSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: data of the agent about conversations and users. It is deleted with its chat or its account. Blocks.
 * Takes part in {@code Transactions}.
 */
public interface AgentStore extends UserData {
    /** Whether the user has enabled or disabled a tool, by its name; the user has never chosen for other tools. */
    Map<String, Boolean> toolChoices(UserId userId);

    /** Stores that the user enables or disables a tool; nothing happens when there is no such account. */
    void enable(UserId userId, String tool, boolean enabled);

    /**
     * Stores the trace of an answer and removes the oldest traces of the chat beyond the limit. Nothing happens when
     * there is no such chat.
     *
     * @param most how many traces the chat keeps, 1 or more
     */
    void addTrace(ChatId chatId, AgentTrace trace, int most);

    /** Stores the trace of an answer in place of the latest one of the chat; nothing happens when there is none. */
    void replaceTrace(ChatId chatId, AgentTrace trace);

    /** The traces of a chat's answers, oldest first. */
    List<AgentTrace> traces(ChatId chatId);

    /** The summary of a chat's older messages; empty when there is none. */
    Optional<RollingSummary> summary(ChatId chatId);

    /** Stores the summary of a chat's older messages, unless the stored one covers more messages. */
    void putSummary(ChatId chatId, RollingSummary summary);

    /**
     * Stores a picture or a sound of a tool's result with an answer, also before the answer itself. It counts for the owner
     * of the chat. Nothing happens when there is no such chat.
     *
     * @param position how many messages of the chat are before the answer, 0 or more
     */
    void addMedia(ChatId chatId, int position, MediaId id, MediaSource.Inline content);

    /** A picture or a sound of a tool's result in a chat; empty when there is none. */
    Optional<MediaSource.Inline> media(ChatId chatId, MediaId id);

    /** How many bytes the pictures and sounds of tools' results have together in the user's chats. */
    long mediaBytesOf(UserId userId);

    /**
     * Stores a question that waits for its answer, and removes those whose time is over. Nothing is stored when there is
     * no such chat.
     */
    void ask(AskedQuestion asked, Instant now);

    /** A question whose time is not over, whether it waits or not; empty when there is none. */
    Optional<AskedQuestion> question(QuestionId id, Instant now);

    /**
     * Stores the answer to a question that waits for one. Of several at once one is stored.
     *
     * @return false, with nothing written, when it was answered or closed before, and when there is none
     */
    boolean answer(QuestionId id, QuestionAnswer answer);

    /** The answer to a question; empty while there is none, and when it is closed. */
    Optional<QuestionAnswer> answerTo(QuestionId id);

    /**
     * The question waits no more: it takes no answer, and the one that it has is removed.
     *
     * @return the answer that it had; empty when there was none
     */
    Optional<QuestionAnswer> close(QuestionId id);

    /**
     * Removes what is about messages that a chat does not have any more: traces of answers behind its last message, their
     * pictures and sounds, and a summary of more messages than it has; everything about a chat that does not exist. The store of the chats calls
     * this when it has removed a chat or some of its messages.
     */
    void truncate(ChatId chatId);
}
