package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.ports.session.ConnectedClient;
import dev.guildhall.ports.session.LiveSession;
import dev.guildhall.ports.session.RefreshGrace;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.Rotation;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.session.SessionOrigin;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.session.TokenExchange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Sessions in PostgreSQL. The row of a session has the hash of its current refresh token. The hashes of used tokens are
 * in a separate table, so that the store can distinguish a reused token from an unknown one.
 */
public final class PgSessionStore implements SessionStore {
    /**
     * Of several concurrent calls with one token, the first gets the row lock; the others get the lock later and find
     * the token replaced.
     */
    private static final String ROTATE = """
        WITH rotated AS (
            UPDATE sessions SET refresh_hash = :successor, token_expires_at = :successorExpiresAt,
                parent_hash = :parent, successor_salt = :salt, grace_ends_at = :graceEndsAt
            WHERE refresh_hash = :presented AND ended_at IS NULL AND token_expires_at > :now AND expires_at > :now
              AND client_id IS NOT DISTINCT FROM CAST(:ofClient AS text)
              AND user_id IN (SELECT id FROM accounts)
            RETURNING *
        ), used AS (
            INSERT INTO used_refresh_tokens (hash, session_id) SELECT :presented, id FROM rotated
        ), told AS (
            INSERT INTO audit_entries (id, user_id, action, details, at)
            SELECT :entry, user_id, 'token_refreshed', jsonb_build_object('sessionId', id), :now FROM rotated
        )
        SELECT rotated.*, %s
        FROM rotated JOIN accounts u ON u.id = rotated.user_id
        """.formatted(PgAccountStore.JOINED);
    /**
     * Runs after {@link #ROTATE}, as a separate statement, so it sees a token that a concurrent call has just used. The
     * session ends, unless the token is the parent of the current one and its grace period has not passed: then the
     * client's request is a repetition, and the session continues.
     */
    private static final String REPEAT_OR_END = """
        WITH found AS (
            UPDATE sessions
            SET ended_at = CASE WHEN parent_hash = :presented AND grace_ends_at > :now THEN ended_at ELSE :now END
            WHERE id = (SELECT session_id FROM used_refresh_tokens WHERE hash = :presented)
              AND ended_at IS NULL AND expires_at > :now AND client_id IS NOT DISTINCT FROM CAST(:ofClient AS text)
              AND user_id IN (SELECT id FROM accounts)
            RETURNING *
        ), told AS (
            INSERT INTO audit_entries (id, user_id, action, details, at)
            SELECT :entry, user_id, CASE WHEN ended_at IS NULL THEN 'token_refreshed' ELSE 'token_reused' END,
                jsonb_build_object('sessionId', id), :now
            FROM found
        )
        SELECT found.*, %s
        FROM found JOIN accounts u ON u.id = found.user_id
        """.formatted(PgAccountStore.JOINED);

    private static final RowMapper<Session> SESSION = (row, _) -> session(row);

    private static final String LIVE = """
        SELECT s.*, %s
        FROM sessions s JOIN accounts u ON u.id = s.user_id
        WHERE s.id = ANY(:ids) AND s.ended_at IS NULL AND s.expires_at > :now AND NOT u.disabled
        """.formatted(PgAccountStore.JOINED);

    static final String LIVE_OF_USER = """
        SELECT * FROM sessions WHERE user_id = :userId AND ended_at IS NULL AND expires_at > :now
        ORDER BY created_at DESC, id DESC LIMIT :most
        """;

    private static final Erasure.Tree SESSIONS =
            Erasure.Tree.of("sessions", "user_id", new Erasure.Table("used_refresh_tokens", "session_id"));

    private final Db db;

    public PgSessionStore(Db db) {
        this.db = db;
    }

    @Override
    public void open(Session session, RefreshTokenHash token, Instant tokenExpiresAt) {
        String sql = """
            INSERT INTO sessions (id, user_id, created_at, expires_at, ended_at, refresh_hash, token_expires_at,
                client_id, client_name, browser, system, address, last_used_at)
            VALUES (:id, :userId, :createdAt, :expiresAt, :endedAt, :token, :tokenExpiresAt, :clientId, :clientName,
                :origin.browser, :origin.system, :origin.address, :lastUsedAt)
            """;
        Map<String, ?> values = Map.of(
                "token",
                token,
                "tokenExpiresAt",
                tokenExpiresAt,
                "clientId",
                session.client().map(ConnectedClient::id),
                "clientName",
                session.client().map(ConnectedClient::name));
        db.update(sql, values, session);
    }

    @Override
    public Optional<Session> find(SessionId id) {
        return db.find("SELECT * FROM sessions WHERE id = :id", Map.of("id", id), SESSION);
    }

    private static Session session(ResultSet row) throws SQLException {
        Optional<ClientId> client = Rows.optionalText(row, "client_id").map(ClientId::new);
        String name = row.getString("client_name");
        return new Session(
                new SessionId(row.getString("id")),
                new UserId(row.getString("user_id")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "expires_at"),
                Rows.optionalInstant(row, "ended_at"),
                client.map(id -> new ConnectedClient(id, name)),
                new SessionOrigin(
                        Rows.optionalText(row, "browser"),
                        Rows.optionalText(row, "system"),
                        Rows.optionalText(row, "address")),
                Rows.optionalInstant(row, "last_used_at"));
    }

    @Override
    public Optional<Session> findByToken(RefreshTokenHash token) {
        String sql = """
            SELECT * FROM sessions WHERE refresh_hash = :token
            UNION ALL
            SELECT s.* FROM used_refresh_tokens u JOIN sessions s ON s.id = u.session_id WHERE u.hash = :token
            LIMIT 1
            """;
        return db.find(sql, Map.of("token", token), SESSION);
    }

    @Override
    public List<LiveSession> live(Collection<SessionId> ids, Instant now) {
        return db.list(
                LIVE,
                Map.of("ids", ids, "now", now),
                (row, context) -> new LiveSession(SESSION.map(row, context), PgAccountStore.joined(row)));
    }

    @Override
    public Rotation rotate(TokenExchange exchange, Instant now) {
        String presented = exchange.presented().value();
        Optional<Rotation> rotated = db.with(handle -> handle.createQuery(ROTATE)
                .bindMethods(exchange)
                .bind("ofClient", exchange.client())
                .bind("now", now)
                .bind("parent", exchange.grace().map(kept -> presented))
                .bind("salt", exchange.grace().map(RefreshGrace::salt))
                .bind("graceEndsAt", exchange.grace().map(RefreshGrace::endsAt))
                .map(PgSessionStore::rotated)
                .findOne());
        return rotated.orElseGet(() -> repeatOrEnd(exchange, now));
    }

    private Rotation repeatOrEnd(TokenExchange exchange, Instant now) {
        Map<String, ?> values = Map.of(
                "presented", exchange.presented(),
                "entry", exchange.entry(),
                "ofClient", exchange.client(),
                "now", now);
        return db.find(REPEAT_OR_END, values, PgSessionStore::repeatedOrEnded).orElseGet(Rotation.Refused::new);
    }

    private static Rotation rotated(ResultSet row, StatementContext context) throws SQLException {
        return new Rotation.Rotated(SESSION.map(row, context), PgAccountStore.joined(row));
    }

    private static Rotation repeatedOrEnded(ResultSet row, StatementContext context) throws SQLException {
        Session session = SESSION.map(row, context);
        return session.endedAt().isEmpty()
                ? new Rotation.Repeated(session, PgAccountStore.joined(row), row.getString("successor_salt"))
                : new Rotation.Reused(session);
    }

    @Override
    public boolean end(SessionId id, Instant now) {
        String sql = "UPDATE sessions SET ended_at = :now WHERE id = :id AND ended_at IS NULL";
        return db.update(sql, Map.of("id", id, "now", now)) == 1;
    }

    @Override
    public List<Session> liveOfUser(UserId userId, Instant now, int most) {
        return db.list(LIVE_OF_USER, Map.of("userId", userId, "now", now, "most", most), SESSION);
    }

    @Override
    public List<SessionId> endOthers(UserId userId, SessionId keep, Instant now) {
        String sql = """
            UPDATE sessions SET ended_at = :now
            WHERE user_id = :userId AND id <> :keep AND ended_at IS NULL RETURNING id
            """;
        return db.list(sql, Map.of("userId", userId, "keep", keep, "now", now), SessionId.class);
    }

    @Override
    public List<SessionId> endAll(UserId userId, Instant now) {
        String sql = "UPDATE sessions SET ended_at = :now WHERE user_id = :userId AND ended_at IS NULL RETURNING id";
        return db.list(sql, Map.of("userId", userId, "now", now), SessionId.class);
    }

    @Override
    public void noteUsed(Map<SessionId, Instant> used) {
        String sql = """
            UPDATE sessions SET last_used_at = greatest(last_used_at, timestamptz 'epoch' + s.at * interval '1 millisecond')
            FROM (SELECT id FROM sessions WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) locked
            JOIN unnest(:ids, :times) AS s (id, at) ON s.id = locked.id
            WHERE sessions.id = locked.id
            """;
        List<Map.Entry<SessionId, Instant>> all = List.copyOf(used.entrySet());
        db.update(
                sql,
                Map.of(
                        "ids", Rows.each(all, Map.Entry::getKey),
                        "times", Rows.longs(all, one -> one.getValue().toEpochMilli())));
    }

    @Override
    public int sweep(Instant before, int most) {
        String sql = """
            DELETE FROM sessions WHERE id = ANY(ARRAY(
                SELECT id FROM sessions WHERE ended_at < :before OR expires_at < :before
                LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most).from(SESSIONS).removed();
    }
}
