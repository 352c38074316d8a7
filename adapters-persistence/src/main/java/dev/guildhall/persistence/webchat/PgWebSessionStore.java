package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.ports.webchat.WebSessionStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/** Browser sessions in PostgreSQL. Their tokens are encrypted. */
public final class PgWebSessionStore implements WebSessionStore {
    private static final String ADD = """
        INSERT INTO web_sessions (key_hash, user_id, session_id, sealed_access_token, sealed_refresh_token,
            token_expires_at, created_at, last_seen_at)
        VALUES (:keyHash, :userId, :sessionId, :accessToken, :refreshToken, :tokenExpiresAt, :createdAt, :lastSeenAt)
        """;

    private final Db db;
    private final SecretBox box;

    public PgWebSessionStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    /** The purpose for which the access token of a session is encrypted. */
    public static String accessPurpose(String... keyHash) {
        return "web-session:" + keyHash[0] + ":access-token";
    }

    /** The purpose for which the refresh token of a session is encrypted. */
    public static String refreshPurpose(String... keyHash) {
        return "web-session:" + keyHash[0] + ":refresh-token";
    }

    @Override
    public void add(WebSession session) {
        db.update(ADD, sealed(session), session);
    }

    private Map<String, String> sealed(WebSession session) {
        String keyHash = session.keyHash();
        return Map.of(
                "accessToken", box.seal(session.accessToken().value(), accessPurpose(keyHash)),
                "refreshToken", box.seal(session.refreshToken().value(), refreshPurpose(keyHash)));
    }

    @Override
    public Optional<WebSession> find(String keyHash) {
        return find("SELECT * FROM web_sessions WHERE key_hash = :key", keyHash);
    }

    @Override
    public Optional<WebSession> ofSession(SessionId sessionId) {
        return find("SELECT * FROM web_sessions WHERE session_id = :key LIMIT 1", sessionId.value());
    }

    @Override
    public Optional<WebSession> lock(String keyHash) {
        db.requireTransaction();
        return find("SELECT * FROM web_sessions WHERE key_hash = :key FOR UPDATE", keyHash);
    }

    private Optional<WebSession> find(String sql, String key) {
        return db.find(sql, Map.of("key", key), this::session);
    }

    @Override
    public void replaceTokens(WebSession session) {
        String sql = """
            UPDATE web_sessions SET sealed_access_token = :accessToken, sealed_refresh_token = :refreshToken,
                token_expires_at = :tokenExpiresAt
            WHERE key_hash = :keyHash
            """;
        db.update(sql, sealed(session), session);
    }

    @Override
    public void touch(String keyHash, Instant now) {
        String sql = "UPDATE web_sessions SET last_seen_at = greatest(last_seen_at, :now) WHERE key_hash = :keyHash";
        db.update(sql, Map.of("keyHash", keyHash, "now", now));
    }

    @Override
    public void remove(String keyHash) {
        db.update("DELETE FROM web_sessions WHERE key_hash = :keyHash", Map.of("keyHash", keyHash));
    }

    @Override
    public int sweep(Instant createdBefore, Instant seenBefore, int most) {
        String sql = """
            DELETE FROM web_sessions WHERE key_hash = ANY(ARRAY(
                SELECT key_hash FROM web_sessions WHERE created_at < :createdBefore OR last_seen_at < :seenBefore
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("createdBefore", createdBefore, "seenBefore", seenBefore, "most", most));
    }

    private WebSession session(ResultSet row, StatementContext context) throws SQLException {
        String keyHash = row.getString("key_hash");
        return new WebSession(
                keyHash,
                new UserId(row.getString("user_id")),
                new SessionId(row.getString("session_id")),
                new AccessToken(box.open(row.getString("sealed_access_token"), accessPurpose(keyHash))),
                new RefreshToken(box.open(row.getString("sealed_refresh_token"), refreshPurpose(keyHash))),
                Rows.instant(row, "token_expires_at"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "last_seen_at"));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from("web_sessions", "user_id").removed();
    }
}
