package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import java.time.Instant;
import java.util.Optional;

/**
 * Driven port: the lists of chats of web users. They are deleted with their account. Blocks. Takes part in
 * transactions.
 */
public interface WebChatStore extends UserData {
    /** Stores a new chat; nothing happens when it exists already. */
    void add(WebChat chat);

    /** The chat; empty when there is none. */
    Optional<WebChat> find(ChatId id);

    /**
     * Records new activity in a chat; nothing happens when there is none.
     *
     * @param mode which agent answers the last question
     * @param model the model that the last question names; absent when it names none
     */
    void touch(ChatId id, AgentMode mode, Optional<String> model, Instant now);

    /** Sets the title of a chat; nothing happens when there is none. */
    void rename(ChatId id, ChatTitle title);

    /**
     * A user's chats, the one that was updated last first.
     *
     * @param query words that the title or the messages must contain, each as the beginning of a word, see {@link
     *     dev.guildhall.ports.search.SearchWords}; a query without a word finds nothing; absent for all
     */
    Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page);

    /**
     * How many chats a user has, and how many messages they contain.
     *
     * @param most how many chats it counts at most, those that were updated last
     */
    Count count(UserId userId, int most);

    /**
     * Adds messages to the index of words; a search also reads the latest messages that are not in it.
     *
     * @param idleSince only of chats without activity since then
     * @param most of how many chats at most, 1 or more
     * @return of how many chats it added words; fewer than the limit when there are no more
     */
    int index(Instant idleSince, int most);

    /** Removes a chat, its replies and their events; nothing happens when there is none. */
    void remove(ChatId id);

    /**
     * The number of chats and messages.
     *
     * @param chats of the user
     * @param messages in these chats
     */
    record Count(long chats, long messages) {}
}
