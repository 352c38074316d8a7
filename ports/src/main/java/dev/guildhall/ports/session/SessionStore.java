package dev.guildhall.ports.session;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Driven port: sessions and their refresh tokens. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface SessionStore {
    /**
     * Keeps a new session with its first refresh token.
     *
     * @param token its hash
     * @param tokenExpiresAt when the refresh token stops being good
     */
    void open(Session session, RefreshTokenHash token, Instant tokenExpiresAt);

    /** The session, ended or not; empty when there is none. */
    Optional<Session> find(SessionId id);

    /**
     * Those of the sessions that have neither ended nor expired, read at one moment with their accounts, in any order. A
     * session of an erased account is not among them.
     */
    List<LiveSession> live(Collection<SessionId> ids, Instant now);

    /**
     * Exchanges the current refresh token of a live session for its successor, or finds out why not. One conditional
     * write decides: of many at once with the same token exactly one is {@code Rotated}. Another one that comes behind
     * it is {@code Repeated} while the grace of that exchange lasts and the successor is the current token; else the
     * session is ended. After {@link #end} none is rotated or repeated, grace or not. The same write
     * tells the audit trail of it, unless the token is refused.
     */
    Rotation rotate(TokenExchange exchange, Instant now);

    /**
     * Ends a session.
     *
     * @return whether this call ended it; false when it had ended before or there is none
     */
    boolean end(SessionId id, Instant now);

    /**
     * A user's sessions that have neither ended nor expired, newest first.
     *
     * @param most how many at most, 1 or more
     */
    List<Session> liveOfUser(UserId userId, Instant now, int most);

    /**
     * Ends all of a user's sessions but one.
     *
     * @param keep goes on
     * @return those that this call ended, in no order
     */
    List<SessionId> endOthers(UserId userId, SessionId keep, Instant now);

    /**
     * Forgets sessions, with their refresh tokens, that ended or expired before that moment.
     *
     * @param most how many at most in this call
     * @return how many were forgotten
     */
    int sweep(Instant before, int most);
}
