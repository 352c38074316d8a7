package dev.guildhall.ports.webchat;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserData;
import java.time.Instant;
import java.util.Optional;

/**
 * Driven port: browser sessions. They are deleted with their account. Tokens are encrypted at rest. Blocks.
 * Takes part in {@code Transactions}.
 */
public interface WebSessionStore extends UserData {
    /** Stores a new session. */
    void add(WebSession session);

    /** The session with that hash of its key; empty when there is none. */
    Optional<WebSession> find(String keyHash);

    /** The session whose tokens belong to that session of the account; empty when there is none. */
    Optional<WebSession> ofSession(SessionId sessionId);

    /**
     * The session, locked until the open transaction ends: another caller that locks it waits, and then reads the
     * changed session.
     *
     * @return empty when there is none
     */
    Optional<WebSession> lock(String keyHash);

    /** Replaces the tokens of a session; nothing happens when it has ended. */
    void replaceTokens(WebSession session);

    /** Records that a request used the session; nothing happens when it has ended. */
    void touch(String keyHash, Instant now);

    /** Ends a session; nothing happens when it has ended. */
    void remove(String keyHash);

    /**
     * Removes sessions that have expired.
     *
     * @param createdBefore sessions that were created before this time
     * @param seenBefore and sessions that no request has used since this time
     * @param most how many this call removes at most, 1 or more
     * @return how many it removed
     */
    int sweep(Instant createdBefore, Instant seenBefore, int most);
}
