package dev.guildhall.ports.webchat;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.RefreshToken;
import java.time.Instant;

/**
 * A browser session: the browser has a cookie, the server has the tokens (chat-2).
 *
 * @param keyHash {@link SessionKey#hash()} of the key in the cookie
 * @param userId its user
 * @param sessionId the account's session that the tokens belong to; the browser session ends with it
 * @param accessToken the current one; a store encrypts it
 * @param refreshToken the current one; a store encrypts it
 * @param tokenExpiresAt when the access token expires
 * @param createdAt when the user signed in; the session ends at most 7 days later
 * @param lastSeenAt when a request last used it, within a minute; the session ends 12 hours after that
 */
public record WebSession(
        String keyHash,
        UserId userId,
        SessionId sessionId,
        AccessToken accessToken,
        RefreshToken refreshToken,
        Instant tokenExpiresAt,
        Instant createdAt,
        Instant lastSeenAt) {
    /** The same session with other tokens. */
    public WebSession withTokens(AccessToken access, RefreshToken refresh, Instant expiresAt) {
        return new WebSession(keyHash, userId, sessionId, access, refresh, expiresAt, createdAt, lastSeenAt);
    }

    /** The same session after a request has used it. */
    public WebSession seen(Instant now) {
        return new WebSession(keyHash, userId, sessionId, accessToken, refreshToken, tokenExpiresAt, createdAt, now);
    }
}
