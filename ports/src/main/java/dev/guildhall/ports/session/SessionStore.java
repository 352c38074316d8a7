package dev.guildhall.ports.session;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: sessions and their refresh tokens. Blocks. Takes part in {@code Transactions}. */
public interface SessionStore extends UserData {
    /**
     * Stores a new session with its first refresh token.
     *
     * @param token its hash
     * @param tokenExpiresAt when the refresh token expires
     */
    void open(Session session, RefreshTokenHash token, Instant tokenExpiresAt);

    /** The session, ended or not; empty when there is none. */
    Optional<Session> find(SessionId id);

    /** The session of a refresh token, the current one or one that was used; empty when there is none. */
    Optional<Session> findByToken(RefreshTokenHash token);

    /**
     * Those of the sessions that have neither ended nor expired, with their accounts, read at one moment, in any order.
     * Sessions of erased and of disabled accounts are left out.
     */
    List<LiveSession> live(Collection<SessionId> ids, Instant now);

    /**
     * Exchanges the current refresh token of a live session for its successor, or returns why not. One conditional
     * write decides: of several concurrent calls with the same token exactly one gets {@code Rotated}. A later call
     * with it gets {@code Repeated} within the grace period of that exchange, while the successor is the current token;
     * otherwise it ends the session. After {@link #end} no token is rotated or repeated, also not within the grace
     * period. The same write adds an entry to the audit trail, unless the token is refused. A token that another client
     * sends than the one that the session was opened for is refused, and nothing is changed.
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
     * @param keep the session that stays
     * @return those that this call ended, in any order
     */
    List<SessionId> endOthers(UserId userId, SessionId keep, Instant now);

    /**
     * Ends all of a user's sessions.
     *
     * @return those that this call ended, in any order
     */
    List<SessionId> endAll(UserId userId, Instant now);

    /**
     * Removes sessions, with their refresh tokens, that ended or expired before that moment.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant before, int most);

    /**
     * Records when requests last used sessions. An earlier time than the stored one, and an unknown session, change nothing; a
     * session that is locked at the moment may be left out.
     */
    void noteUsed(Map<SessionId, Instant> used);
}
