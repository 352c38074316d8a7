package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import java.time.Instant;
import java.util.Optional;

/** Driven port: the lists of chats of web users. They go with their account. Blocks. Thread-safe; takes part in transactions. */
public interface WebChatStore {
    /** Keeps a new chat; nothing happens when it is there. */
    void add(WebChat chat);

    /** The chat; empty when there is none. */
    Optional<WebChat> find(ChatId id);

    /** Notes that something was said in a chat; nothing happens when there is none. */
    void touch(ChatId id, AgentMode mode, Instant now);

    /** Gives a chat another title; nothing happens when there is none. */
    void rename(ChatId id, ChatTitle title);

    /**
     * A user's chats, those that were updated last first.
     *
     * @param query what titles or messages have to contain, ignoring case; absent for all
     */
    Page<WebChat> ofUser(UserId userId, Optional<String> query, PageRequest page);

    /** How many chats a user has, and how many messages there are in them. */
    Count count(UserId userId);

    /** Removes a chat, its answers and their events; nothing happens when there is none. */
    void remove(ChatId id);

    /**
     * How much there is.
     *
     * @param chats of the user
     * @param messages in these chats
     */
    record Count(long chats, long messages) {}
}
