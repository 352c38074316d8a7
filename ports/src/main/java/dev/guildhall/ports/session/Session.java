package dev.guildhall.ports.session;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One session of an account, from the sign-in to its end or expiry.
 *
 * @param id never changes
 * @param userId the account
 * @param createdAt when the user signed in
 * @param expiresAt when it expires, 90 days after the sign-in
 * @param endedAt when it ended early; absent when it has not
 * @param client the OAuth client that acts for the user in this session, whose tokens are good for {@code /mcp} alone;
 *     absent for a sign-in of the user
 * @param origin where the sign-in came from
 * @param lastUsedAt when a request last used it, within a minute; absent before the first time
 */
public record Session(
        SessionId id,
        UserId userId,
        Instant createdAt,
        Instant expiresAt,
        Optional<Instant> endedAt,
        Optional<ConnectedClient> client,
        SessionOrigin origin,
        Optional<Instant> lastUsedAt) {
    /** Creates a session of the user's own sign-in. */
    public Session(SessionId id, UserId userId, Instant createdAt, Instant expiresAt, Optional<Instant> endedAt) {
        this(id, userId, createdAt, expiresAt, endedAt, Optional.empty());
    }

    /** Creates a session of which no origin is known. */
    public Session(
            SessionId id,
            UserId userId,
            Instant createdAt,
            Instant expiresAt,
            Optional<Instant> endedAt,
            Optional<ConnectedClient> client) {
        this(id, userId, createdAt, expiresAt, endedAt, client, SessionOrigin.UNKNOWN, Optional.empty());
    }

    /** The same session, ended at that moment. */
    public Session ended(Instant now) {
        return new Session(id, userId, createdAt, expiresAt, Optional.of(now), client, origin, lastUsedAt);
    }

    /** Whether its tokens are valid at that moment. */
    public boolean isLive(Instant now) {
        return endedAt.isEmpty() && now.isBefore(expiresAt);
    }
}
